import { DAY_MS } from '../instants-model.ts';
import type { Dunning } from './model.ts';

/** Days after the first failure on which it is tried, or reminded of, again; the last one ends it. */
export const usualDunningDays: readonly number[] = [1, 3, 5, 7];

/** What waits for its next attempt; null when that was the last one. */
export function nextDunning(failure: Omit<Dunning, 'nextAttemptAt'>, at: number): Dunning | null {
  const days = daysOf(failure)[failure.attempts - 1];
  if (days === undefined) return null;
  const plannedAt = failure.failedAt + days * DAY_MS;
  // After an outage what was missed is not made up for in a burst: the customer needs the time.
  return { ...failure, nextAttemptAt: plannedAt > at ? plannedAt : at + DAY_MS };
}

/** The schedule that it goes by, from its first failure to its end. */
export function daysOf(dunning: Pick<Dunning, 'days'> | null): readonly number[] {
  return dunning?.days ?? usualDunningDays;
}
