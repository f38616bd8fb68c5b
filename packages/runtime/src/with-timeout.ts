import { setTimeout as pause } from 'node:timers/promises';

/** The result of the work, or undefined after the timeout. The work is not canceled. */
export async function withTimeout<Result>(
  waitMs: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  const over = new AbortController();
  const timer = pause(Math.max(0, waitMs), undefined, { signal: over.signal });
  try {
    return await Promise.race([work, timer.catch(() => undefined)]);
  } finally {
    over.abort();
  }
}
