/** Failed logins in a row, of one identifier from one address. */
export interface LoginFailures {
  readonly failures: number;
  readonly lastAt: Date;
}

const FREE_FAILURES = 5;
const WINDOW_MAX_S = 60;
/** Longer than any window, so that waiting for it gives nobody more tries. */
export const RESET_AFTER_MS = 15 * 60_000;

/** Whether the next try need not wait for anything. */
export function mayTryAtOnce(earlier: LoginFailures | undefined): boolean {
  return !earlier || earlier.failures < FREE_FAILURES;
}

/** Seconds until the next try; 0 when there may be one now. The window doubles from 1 s on. */
export function retryAfterSeconds(earlier: LoginFailures | undefined, now: Date): number {
  if (!earlier || mayTryAtOnce(earlier)) return 0;
  const windowS = Math.min(2 ** (earlier.failures - FREE_FAILURES), WINDOW_MAX_S);
  const passedS = (now.getTime() - earlier.lastAt.getTime()) / 1_000;
  return Math.min(Math.max(0, Math.ceil(windowS - passedS)), WINDOW_MAX_S);
}

export function afterFailure(earlier: LoginFailures | undefined, now: Date): LoginFailures {
  const isReset = !earlier || now.getTime() - earlier.lastAt.getTime() > RESET_AFTER_MS;
  return { failures: isReset ? 1 : earlier.failures + 1, lastAt: now };
}
