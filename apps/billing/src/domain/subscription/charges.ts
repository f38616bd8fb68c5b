import type { Uuid } from '@florin/contracts';
import { periodBoundary, prorate } from '@florin/money';
import type { Charge, Funding, Line, Purchase } from '../charge.ts';
import { withGrant } from '../credit.ts';
import { SECOND_MS, secondsBetween } from '../instants.ts';
import { hasSameLength, type PlanTerms, priceOf, type Terms } from '../price.ts';
import type { Pause, Subscription } from './model.ts';

/** The charge that opens the next period, with its scheduled change. */
export function periodCharge(subscription: Subscription, invoiceId: Uuid): Charge {
  const terms = subscription.pendingChange ?? subscription;
  const buys = openPeriod(subscription, terms, placeOfNext(subscription, terms.plan));
  return {
    cause: `period:${subscription.nextPeriod}`,
    kind: 'period',
    invoiceId,
    amount: priceOf(terms),
    currency: terms.plan.currency,
    lines: [periodLine(terms, buys)],
    buys,
  };
}

/**
 * The charge of a change that takes effect now. If the unused time is worth more than the new
 * price, nothing is owed and the rest becomes credit.
 */
export function changeCharge(
  subscription: Subscription,
  { plan, quantity, changeId, invoiceId, funding }: ChangeTerms,
  at: number,
): Charge {
  const terms = { plan, quantity };
  const isSameLength = hasSameLength(subscription.plan, plan);
  const buys = isSameLength
    ? restOfPeriod(subscription, terms)
    : openPeriod(subscription, terms, { anchorAt: at, index: 0 });
  const bought = isSameLength ? prorationLine(subscription, terms, at) : periodLine(terms, buys);
  const lines = [bought, creditLine(subscription, at, funding)];
  return withGrant({
    cause: `change:${changeId}`,
    kind: 'change',
    invoiceId,
    amount: lines.reduce((sum, line) => sum + line.amount, 0n),
    currency: plan.currency,
    lines,
    buys,
    ...(funding && { sources: funding.sources }),
  });
}

/**
 * A change while paused costs nothing: the banked time of the old plan buys up to one period of the
 * new plan. The rest, including fractions of a second, becomes credit.
 */
export function bankedChange(
  subscription: Subscription,
  { remainingSeconds: banked }: Pause,
  { plan, quantity, changeId, invoiceId, funding }: ChangeTerms,
  at: number,
): Charge {
  const terms = { plan, quantity };
  const running = { ...subscription, periodStartAt: at, periodEndAt: at + banked * SECOND_MS };
  const unused = creditLine(running, at, funding);
  const periodSeconds = hasSameLength(subscription.plan, plan)
    ? subscription.periodSeconds
    : openPeriod(subscription, terms, { anchorAt: at, index: 0 }).periodSeconds;
  const remainingSeconds = secondsFor(-unused.amount, terms, periodSeconds, banked);
  const endAt = at + remainingSeconds * SECOND_MS;
  const amount = prorate(priceOf(terms), remainingSeconds, periodSeconds);
  const rest = { startAt: at, endAt, remainingSeconds, periodSeconds };
  const lines = [{ ...lineOf('proration', terms), amount, ...rest }, unused];
  return withGrant({
    cause: `change:${changeId}`,
    kind: 'change',
    invoiceId,
    amount: amount + unused.amount,
    currency: plan.currency,
    lines,
    buys: { ...restOfPeriod(running, terms), periodEndAt: endAt, periodSeconds },
    ...(funding && { sources: funding.sources }),
  });
}

/** Whole seconds that an amount buys; for a free plan, the banked seconds. */
function secondsFor(worth: bigint, terms: Terms, periodSeconds: number, banked: number): number {
  const price = priceOf(terms);
  if (price === 0n) return Math.min(banked, periodSeconds);
  const seconds = (worth * BigInt(periodSeconds)) / price;
  return seconds < BigInt(periodSeconds) ? Number(seconds) : periodSeconds;
}

interface ChangeTerms extends Terms {
  readonly changeId: Uuid;
  readonly invoiceId: Uuid;
  /** How the remaining time was paid for; absent if it was paid in full at its price. */
  readonly funding?: Funding | undefined;
}

interface Place {
  readonly anchorAt: number;
  readonly index: number;
}

/**
 * Place of the next period. If the interval changes, counting restarts at the start of that period.
 */
export function placeOfNext(
  { plan, anchorAt, nextIndex, periodEndAt }: Subscription,
  next: PlanTerms,
): Place {
  const isCountedOn = plan.interval === next.interval && plan.intervalCount === next.intervalCount;
  return isCountedOn ? { anchorAt, index: nextIndex } : { anchorAt: periodEndAt, index: 0 };
}

function openPeriod(
  { timezone }: Subscription,
  { plan, quantity }: Terms,
  { anchorAt, index }: Place,
): Purchase {
  const { interval, intervalCount } = plan;
  const rule = { anchorAt, timezone, interval, intervalCount };
  const periodStartAt = periodBoundary(rule, index);
  const periodEndAt = periodBoundary(rule, index + 1);
  return {
    plan,
    quantity,
    anchorAt,
    nextIndex: index + 1,
    periodStartAt,
    periodEndAt,
    periodSeconds: secondsBetween(periodStartAt, periodEndAt),
  };
}

function restOfPeriod(subscription: Subscription, { plan, quantity }: Terms): Purchase {
  const { anchorAt, nextIndex, periodStartAt, periodEndAt, periodSeconds } = subscription;
  return { plan, quantity, anchorAt, nextIndex, periodStartAt, periodEndAt, periodSeconds };
}

function periodLine(terms: Terms, { periodStartAt, periodEndAt }: Purchase): Line {
  return {
    ...lineOf('period', terms),
    amount: priceOf(terms),
    startAt: periodStartAt,
    endAt: periodEndAt,
    remainingSeconds: null,
    periodSeconds: null,
  };
}

function prorationLine(subscription: Subscription, terms: Terms, at: number): Line {
  const rest = restOf(subscription, at);
  const amount = prorate(priceOf(terms), rest.remainingSeconds, rest.periodSeconds);
  return { ...lineOf('proration', terms), amount, ...rest };
}

/** Credit for the remaining time, as far as it was paid or is still owed. */
function creditLine(subscription: Subscription, at: number, funding: Funding | undefined): Line {
  const rest = restOf(subscription, at);
  const paid = priceOf(subscription);
  const usedSeconds = rest.periodSeconds - rest.remainingSeconds;
  const priced = prorate(paid, usedSeconds, rest.periodSeconds) - paid;
  const suppliedTax = funding?.suppliedTax;
  const line = { ...lineOf('unused_time', subscription), ...(suppliedTax && { suppliedTax }) };
  if (!funding || funding.worth >= funding.priced) return { ...line, amount: priced, ...rest };
  const share = { paid: funding.worth, of: funding.priced };
  return { ...line, amount: shareOf(priced, share), ...rest, share };
}

function restOf({ periodEndAt, periodSeconds }: Subscription, at: number) {
  const remainingSeconds = Math.max(0, secondsBetween(at, periodEndAt));
  return { startAt: at, endAt: Math.max(at, periodEndAt), remainingSeconds, periodSeconds };
}

function lineOf(type: Line['type'], { plan, quantity }: Terms) {
  const { id: planId, name: description, taxClass, supply, taxBehavior } = plan;
  return {
    type,
    planId,
    quantity,
    unitAmount: plan.amount,
    description,
    ...(taxClass !== undefined && { taxClass }),
    ...(supply === 'goods' && { supply }),
    ...(taxBehavior && { isTaxInclusive: taxBehavior === 'inclusive' }),
  };
}

/** The paid share of an amount, rounded down. */
export function shareOf(amount: bigint, { paid, of }: NonNullable<Line['share']>): bigint {
  return of === 0n ? 0n : (amount * paid) / of;
}
