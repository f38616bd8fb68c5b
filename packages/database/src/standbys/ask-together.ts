import { setTimeout as pause } from 'node:timers/promises';

/**
 * Shares one query among concurrent callers. It starts after each of them has called, one at a time
 * and at a limited rate, which makes many callers cost as much as one.
 */
export function askTogether<Answer>(
  ask: () => Promise<Answer>,
  spacingMs: number,
): () => Promise<Answer> {
  let asking: Promise<unknown> = Promise.resolve();
  let askedAt = Number.NEGATIVE_INFINITY;
  let next: Promise<Answer> | undefined;

  async function askNext(): Promise<Answer> {
    await asking;
    const restMs = askedAt + spacingMs - performance.now();
    if (restMs > 0) await pause(restMs);
    askedAt = performance.now();
    // Later callers need an answer from a later query.
    next = undefined;
    const answer = ask();
    asking = answer.catch(() => {});
    return answer;
  }

  return () => {
    next ??= askNext();
    return next;
  };
}
