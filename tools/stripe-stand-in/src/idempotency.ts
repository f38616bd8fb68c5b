import { createHash } from 'node:crypto';
import type { Clock } from './clock.ts';
import { StripeFailure } from './failure.ts';

export interface Answer {
  readonly status: number;
  readonly body: object;
}

interface Kept {
  readonly fingerprint: string;
  readonly at: number;
  /** Undefined while the request is running. */
  answer: Answer | undefined;
}

/** Stripe may forget keys after a day. */
const KEPT_MS = 86_400_000;
const KEYS_MAX = 100_000;

/**
 * Answers by account and Idempotency-Key. As at Stripe, a 500 is stored and repeated; refusals
 * before the start (400, 404, 409, 429) are not.
 */
export function makeIdempotency(clock: Clock) {
  const kept = new Map<string, Kept>();
  return {
    /**
     * The stored answer; undefined starts the request. @throws StripeFailure if the request
     * differs.
     */
    begin(key: string, request: readonly string[]): Answer | undefined {
      forgetOld(kept, clock.now() - KEPT_MS);
      const fingerprint = createHash('sha256').update(request.join('\n')).digest('hex');
      const before = kept.get(key);
      if (!before) {
        if (kept.size >= KEYS_MAX) throw new Error('too many idempotency keys');
        kept.set(key, { fingerprint, at: clock.now(), answer: undefined });
        return undefined;
      }
      if (before.fingerprint !== fingerprint)
        throw new StripeFailure(400, {
          type: 'idempotency_error',
          message:
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        });
      if (!before.answer)
        throw new StripeFailure(409, {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: 'There is currently another in-progress request using this Idempotent Key.',
        });
      return before.answer;
    },
    end(key: string, answer: Answer): void {
      const mine = kept.get(key);
      const isRefused = answer.status >= 400 && answer.status < 500 && answer.status !== 402;
      if (isRefused) kept.delete(key);
      else if (mine) mine.answer = answer;
    },
  };
}

/** Keys are in order of arrival. */
function forgetOld(kept: Map<string, Kept>, until: number): void {
  for (const [key, { at }] of kept) {
    if (at >= until) return;
    kept.delete(key);
  }
}
