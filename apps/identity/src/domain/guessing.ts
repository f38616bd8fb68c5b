/** Failed logins in a row, of one identifier from one address. */
export interface Guessing {
  readonly failures: number;
  readonly lastAt: Date;
}

const FREE_FAILURES = 5;
const WINDOW_MAX_S = 60;
/** Longer than any window, so that forgetting gives nobody more tries than waiting. */
export const FORGOTTEN_AFTER_MS = 15 * 60_000;

/** Whether the next try need not wait for anything. */
export function mayTryFreely(guessing: Guessing | undefined): boolean {
  return !guessing || guessing.failures < FREE_FAILURES;
}

/** For how many seconds nobody may try; 0 when they may now. The window doubles from 1 s on. */
export function secondsToWait(guessing: Guessing | undefined, now: Date): number {
  if (!guessing || mayTryFreely(guessing)) return 0;
  const windowS = Math.min(2 ** (guessing.failures - FREE_FAILURES), WINDOW_MAX_S);
  const passedS = (now.getTime() - guessing.lastAt.getTime()) / 1_000;
  return Math.min(Math.max(0, Math.ceil(windowS - passedS)), WINDOW_MAX_S);
}

export function afterFailure(guessing: Guessing | undefined, now: Date): Guessing {
  const isForgotten = !guessing || now.getTime() - guessing.lastAt.getTime() > FORGOTTEN_AFTER_MS;
  return { failures: isForgotten ? 1 : guessing.failures + 1, lastAt: now };
}
