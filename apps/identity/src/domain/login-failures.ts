/** Consecutive failed logins of one identifier from one network. */
export interface LoginFailures {
  readonly failures: number;
  readonly lastAt: Date;
}

const FREE_FAILURES = 5;
const WINDOW_MAX_S = 60;
/** Longer than any window, so that waiting for the reset gives no extra attempts. */
export const RESET_AFTER_MS = 15 * 60_000;

/** Whether the next attempt may start without a wait. */
export function mayTryAtOnce(earlier: LoginFailures | undefined): boolean {
  return !earlier || earlier.failures < FREE_FAILURES;
}

/** Seconds until the next attempt; 0 if it may start now. The window doubles, starting at 1 s. */
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
