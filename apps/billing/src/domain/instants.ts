export const SECOND_MS = 1_000;
export const DAY_MS = 86_400_000;

/** Everything in a subscription happens at whole seconds, so that no part of one is ever lost. */
export function wholeSecond(atMs: number): number {
  return Math.floor(atMs / SECOND_MS) * SECOND_MS;
}

export function secondsBetween(startAt: number, endAt: number): number {
  return Math.floor((endAt - startAt) / SECOND_MS);
}
