import { type Dispatcher, request } from 'undici';
import type { Attempt } from '../domain/delivery.ts';
import { NotCalled } from './guarded-agent.ts';

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Makes one attempt; never rejects. */
export type Send = (message: Message) => Promise<Attempt>;

/** Of an answer's body: nobody looks at it, and some have no end. */
const ANSWER_BYTES_MAX = 16_384;
const ERROR_LENGTH_MAX = 200;

/**
 * Delivered is what is answered 2xx in time. Redirects are not followed: where they lead was not
 * agreed on by anybody.
 */
export function makeSender(dispatcher: Dispatcher, timeoutMs: number): Send {
  return async ({ url, headers, body }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await request(url, {
        method: 'POST',
        dispatcher,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Florin-Webhooks',
          ...headers,
        },
        body,
        signal,
      });
      // Read so far that the connection can be used again; how that ends changes nothing any more.
      void answer.body.dump({ limit: ANSWER_BYTES_MAX, signal }).catch(() => {});
      return toAttempt(answer.statusCode, answer.headers['retry-after']);
    } catch (error) {
      return { statusCode: null, error: describe(error, timeoutMs), retryAfterMs: 0 };
    }
  };
}

function toAttempt(statusCode: number, retryAfter: string | string[] | undefined): Attempt {
  if (statusCode >= 200 && statusCode < 300) return { statusCode, error: null, retryAfterMs: 0 };
  const isRedirect = statusCode >= 300 && statusCode < 400;
  const error = `answered ${statusCode}${isRedirect ? ': redirects are not followed' : ''}`;
  return { statusCode, error, retryAfterMs: toMs(String(retryAfter ?? '')) };
}

/** Seconds, or a date (RFC 9110 section 10.2.3); 0 for anything else. */
function toMs(retryAfter: string): number {
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.max(0, at - Date.now());
}

function describe(error: unknown, timeoutMs: number): string {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} s`;
  if (error instanceof NotCalled || code === undefined) return message.slice(0, ERROR_LENGTH_MAX);
  // The message of some holds what the receiver sent.
  return code;
}
