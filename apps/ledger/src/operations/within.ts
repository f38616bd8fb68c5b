import { setTimeout as pause } from 'node:timers/promises';

/** What the work comes to, or undefined when that takes longer; the work goes on. */
export async function within<Result>(
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
