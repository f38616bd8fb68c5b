import { toInstant } from '@florin/contracts';

export const SECOND_MS = 1_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** All instants of a subscription are whole seconds, so that fractions never accumulate. */
export function wholeSecond(atMs: number): number {
  return Math.floor(atMs / SECOND_MS) * SECOND_MS;
}

export function secondsBetween(startAt: number, endAt: number): number {
  return Math.floor((endAt - startAt) / SECOND_MS);
}

export function toNullableText(at: number | null): string | null {
  return at === null ? null : toInstant(at);
}
