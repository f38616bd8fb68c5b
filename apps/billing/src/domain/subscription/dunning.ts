import type { dunningFinalActions, Uuid } from '@florin/contracts';
import { daysLater } from '@florin/money';
import { HOUR_MS } from '../instants.ts';
import type { Dunning, EarlyAttempts, Subscription } from './model.ts';

/** Days after the first failure of each retry or reminder; the last one ends the subscription. */
export const usualDunningDays: readonly number[] = [1, 3, 5, 7];

/** Action on the subscription of a customer after the last failed attempt. */
export type FinalAction = (typeof dunningFinalActions)[number];

/** Rules of a seller for charges that fail now. */
export interface DunningRules {
  readonly days: readonly number[];
  readonly finalAction: FinalAction;
}

export const usualDunning: DunningRules = { days: usualDunningDays, finalAction: 'cancel' };

/** State until the next attempt; null after the last one. */
export function nextDunning(
  failure: Omit<Dunning, 'nextAttemptAt'>,
  { timezone }: Pick<Subscription, 'timezone'>,
  at: number,
): Dunning | null {
  const days = daysOf(failure)[failure.attempts - 1 - (failure.early?.made ?? 0)];
  if (days === undefined) return null;
  const plannedAt = daysLater(failure.failedAt, timezone, days);
  // After an outage, missed attempts are not made up in a burst: the customer needs time.
  return { ...failure, nextAttemptAt: plannedAt > at ? plannedAt : daysLater(at, timezone, 1) };
}

/** The schedule in use from the first failure to the end. */
export function daysOf(dunning: Pick<Dunning, 'days'> | null): readonly number[] {
  return dunning?.days ?? usualDunningDays;
}

/** Limits the early attempts of an invoice. */
const CARDS_MAX = 10;
const EARLY_EVERY_MS = HOUR_MS;

/**
 * Plans an attempt with a card saved after the failure: at once, at most one an hour. The newest
 * card replaces a waiting one. Undefined if the schedule suffices.
 */
export function planEarly(
  dunning: Dunning,
  methodId: Uuid | null,
  at: number,
): EarlyAttempts | undefined {
  if (!dunning.charge) return undefined;
  const early = dunning.early ?? { methodIds: [], nextAt: null, lastAt: null, made: 0 };
  if (early.methodIds.includes(methodId)) return undefined;
  const others = early.nextAt === null ? early.methodIds : early.methodIds.slice(0, -1);
  const earliest = early.lastAt === null ? at : Math.max(at, early.lastAt + EARLY_EVERY_MS);
  const isSoon = dunning.isFinal !== true && earliest >= dunning.nextAttemptAt;
  if (others.length >= CARDS_MAX || isSoon) return undefined;
  return { ...early, methodIds: [...others, methodId], nextAt: earliest };
}
