/** An endpoint that fails so often in a row is left alone for a while. */
export const FAILURES_MAX = 5;
const PAUSE_MS_MAX = 300_000;

export interface Standing {
  /** In a row. */
  readonly failures: number;
  /** How long the endpoint is left alone; 0 while it works. */
  readonly pauseMs: number;
}

/**
 * How an endpoint stands after some attempts, in their order. While it fails on and on it is tried
 * ever more rarely, by one delivery at a time; one success, and everything goes on.
 */
export function decideStanding(
  failuresBefore: number,
  successes: readonly boolean[],
  firstPauseMs: number,
): Standing {
  const lastSuccess = successes.lastIndexOf(true);
  const since = successes.length - 1 - lastSuccess;
  const failures = lastSuccess === -1 ? failuresBefore + since : since;
  if (failures < FAILURES_MAX) return { failures, pauseMs: 0 };
  const doublings = Math.min(failures - FAILURES_MAX, 20);
  return { failures, pauseMs: Math.min(firstPauseMs * 2 ** doublings, PAUSE_MS_MAX) };
}
