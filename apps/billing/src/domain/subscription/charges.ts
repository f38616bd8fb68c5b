import type { Uuid } from '@florin/contracts';
import { periodBoundary, prorate } from '@florin/money';
import type { Charge, Funding, Line, Purchase } from '../charge.ts';
import { withGrant } from '../credit.ts';
import { SECOND_MS, secondsBetween } from '../instants.ts';
import {
  hasSameLength,
  type Item,
  itemPriceOf,
  itemsBeside,
  itemsOf,
  type PlanTerms,
  priceOf,
  type Terms,
  termsOf,
} from '../price.ts';
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
    lines: periodLines(terms, buys),
    buys,
  };
}

/**
 * The charge of a change that takes effect now. If the unused time is worth more than the new
 * price, nothing is owed and the rest becomes credit. Items that stay as they are have no lines.
 */
export function changeCharge(
  subscription: Subscription,
  { changeId, invoiceId, funding, ...to }: ChangeTerms,
  at: number,
): Charge {
  const { plan } = to;
  const isSameLength = hasSameLength(subscription.plan, plan);
  const buys = isSameLength
    ? restOfPeriod(subscription, to)
    : openPeriod(subscription, to, { anchorAt: at, index: 0 });
  const rest = restOf(subscription, at);
  const changed = itemsBeside(subscription, to);
  const isPartial =
    isSameLength &&
    changed.length < itemsOf(subscription).length &&
    isByItem(subscription, funding);
  const bought = isPartial ? itemsBeside(to, subscription) : itemsOf(to);
  const returned = isPartial ? changed : itemsOf(subscription);
  const funded = isPartial ? fundingOfItems(funding, returned) : funding;
  const lines = [
    ...(isSameLength ? bought.map((item) => restLine(item, rest)) : periodLines(to, buys)),
    ...returned.map((item) => creditLine(item, rest, funded)),
  ].map((line): Line => (isPartial ? { ...line, isPartial } : line));
  return withGrant({
    cause: `change:${changeId}`,
    kind: 'change',
    invoiceId,
    amount: sumOf(lines),
    currency: plan.currency,
    lines,
    buys,
    ...(funded && { sources: funded.sources }),
  });
}

/**
 * A change while paused costs nothing: the banked time of the old plan buys up to one period of the
 * new plan. The rest, including fractions of a second, becomes credit.
 */
export function bankedChange(
  subscription: Subscription,
  { remainingSeconds: banked }: Pause,
  { changeId, invoiceId, funding, ...to }: ChangeTerms,
  at: number,
): Charge {
  const { plan } = to;
  const running = { ...subscription, periodStartAt: at, periodEndAt: at + banked * SECOND_MS };
  const restBefore = restOf(running, at);
  const unused = itemsOf(subscription).map((item) => creditLine(item, restBefore, funding));
  const periodSeconds = hasSameLength(subscription.plan, plan)
    ? subscription.periodSeconds
    : openPeriod(subscription, to, { anchorAt: at, index: 0 }).periodSeconds;
  const remainingSeconds = secondsFor(-sumOf(unused), to, periodSeconds, banked);
  const endAt = at + remainingSeconds * SECOND_MS;
  const rest = { startAt: at, endAt, remainingSeconds, periodSeconds };
  const lines = [...itemsOf(to).map((item) => restLine(item, rest)), ...unused];
  return withGrant({
    cause: `change:${changeId}`,
    kind: 'change',
    invoiceId,
    amount: sumOf(lines),
    currency: plan.currency,
    lines,
    buys: { ...restOfPeriod(running, to), periodEndAt: endAt, periodSeconds },
    ...(funding && { sources: funding.sources }),
  });
}

/** Whole seconds that an amount buys; for free items, the banked seconds. */
function secondsFor(worth: bigint, terms: Terms, periodSeconds: number, banked: number): number {
  const price = priceOf(terms);
  if (price === 0n) return Math.min(banked, periodSeconds);
  // Each item is rounded by itself, so their sum exceeds the exact price by up to half a unit each.
  const spendable = worth - BigInt(Math.floor(itemsOf(terms).length / 2));
  const seconds = spendable > 0n ? (spendable * BigInt(periodSeconds)) / price : 0n;
  return seconds < BigInt(periodSeconds) ? Number(seconds) : periodSeconds;
}

/** How the time of some items was paid for; sums that are read back are of these items. */
function fundingOfItems(funding: Funding | undefined, items: readonly Item[]): Funding | undefined {
  if (!funding || funding.items.size === 0) return funding;
  const parts = items.flatMap(({ plan }) => funding.items.get(plan.id) ?? []);
  const paid = new Map<Uuid, bigint>();
  for (const { invoiceId, amount } of parts.flatMap(({ sources }) => sources))
    paid.set(invoiceId, (paid.get(invoiceId) ?? 0n) + amount);
  return {
    ...funding,
    priced: parts.reduce((sum, { priced }) => sum + priced, 0n),
    worth: parts.reduce((sum, { worth }) => sum + worth, 0n),
    sources: funding.sources.flatMap(({ invoiceId }) => {
      const amount = paid.get(invoiceId);
      return amount === undefined ? [] : [{ invoiceId, amount }];
    }),
  };
}

/**
 * Whether the invoices of the period name each item at its price, so that a change can leave out the
 * items that stay.
 */
function isByItem({ invoicedPrice }: Subscription, funding: Funding | undefined): boolean {
  return invoicedPrice === undefined && !funding?.isOfOtherItems;
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
  terms: Terms,
  { anchorAt, index }: Place,
): Purchase {
  const { interval, intervalCount } = terms.plan;
  const rule = { anchorAt, timezone, interval, intervalCount };
  const periodStartAt = periodBoundary(rule, index);
  const periodEndAt = periodBoundary(rule, index + 1);
  return {
    ...termsOf(terms),
    anchorAt,
    nextIndex: index + 1,
    periodStartAt,
    periodEndAt,
    periodSeconds: secondsBetween(periodStartAt, periodEndAt),
  };
}

function restOfPeriod(subscription: Subscription, terms: Terms): Purchase {
  const { anchorAt, nextIndex, periodStartAt, periodEndAt, periodSeconds } = subscription;
  const place = { anchorAt, nextIndex, periodStartAt, periodEndAt, periodSeconds };
  return { ...termsOf(terms), ...place };
}

function periodLines(terms: Terms, { periodStartAt, periodEndAt }: Purchase): readonly Line[] {
  return itemsOf(terms).map((item) => ({
    ...lineOf('period', item),
    amount: itemPriceOf(item),
    startAt: periodStartAt,
    endAt: periodEndAt,
    remainingSeconds: null,
    periodSeconds: null,
  }));
}

type Rest = ReturnType<typeof restOf>;

function restLine(item: Item, rest: Rest): Line {
  const amount = prorate(itemPriceOf(item), rest.remainingSeconds, rest.periodSeconds);
  return { ...lineOf('proration', item), amount, ...rest };
}

/** Credit for the remaining time of an item, as far as it was paid or is still owed. */
function creditLine(item: Item, rest: Rest, funding: Funding | undefined): Line {
  const paid = itemPriceOf(item);
  const usedSeconds = rest.periodSeconds - rest.remainingSeconds;
  const priced = prorate(paid, usedSeconds, rest.periodSeconds) - paid;
  const suppliedTax = funding?.items.get(item.plan.id)?.suppliedTax;
  const line = { ...lineOf('unused_time', item), ...(suppliedTax && { suppliedTax }) };
  if (!funding || funding.worth >= funding.priced) return { ...line, amount: priced, ...rest };
  const share = { paid: funding.worth, of: funding.priced };
  return { ...line, amount: shareOf(priced, share), ...rest, share };
}

function restOf({ periodEndAt, periodSeconds }: Subscription, at: number) {
  const remainingSeconds = Math.max(0, secondsBetween(at, periodEndAt));
  return { startAt: at, endAt: Math.max(at, periodEndAt), remainingSeconds, periodSeconds };
}

function lineOf(type: Line['type'], { plan, quantity }: Item) {
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

function sumOf(lines: readonly Line[]): bigint {
  return lines.reduce((sum, { amount }) => sum + amount, 0n);
}

/** The paid share of an amount, rounded down. */
export function shareOf(amount: bigint, { paid, of }: NonNullable<Line['share']>): bigint {
  return of === 0n ? 0n : (amount * paid) / of;
}
