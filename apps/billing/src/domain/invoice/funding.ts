import { atLeastZero, divideHalfUp } from '@florin/money';
import type { FundedItem, FundedTime, Funding, Line } from '../charge.ts';
import { secondsBetween } from '../instants.ts';
import { itemPriceOf, itemsOf, priceOf, type Terms } from '../price.ts';
import { owedPeriodOf, type Subscription } from '../subscription/model.ts';
import { type BoughtTime, owedNow, shareOf, takeInOrder } from './contributions.ts';
import { type Invoice, keptOf, least } from './model.ts';

/** Unused part of an invoice; minor units, with tax. */
export interface UnusedPart {
  readonly invoice: Invoice;
  /** Value at list price. */
  readonly priced: bigint;
  /** Part that was paid and not refunded. */
  readonly kept: bigint;
  /** Part that is still owed. */
  readonly owed: bigint;
}

/** Paid seconds that remain; a pause banks them. */
export function remainingAt(
  { pause, periodEndAt }: Pick<Subscription, 'pause' | 'periodEndAt'>,
  at: number,
): number {
  return pause ? pause.remainingSeconds : Math.max(0, secondsBetween(at, periodEndAt));
}

/** Whether a change returns time that invoices of the current period bought, paid or not. */
export function hasBoughtTime(subscription: Subscription): boolean {
  const { status, pause } = subscription;
  if (status === 'past_due') return owedPeriodOf(subscription) === null;
  return status === 'active' || pause?.from === 'active';
}

/** Unused parts of a period, by invoice, oldest first. */
export function unusedParts(
  { invoices, contributions }: BoughtTime,
  remainingSeconds: number,
): readonly UnusedPart[] {
  return invoices.flatMap((invoice) => {
    const shares = contributions.filter((each) => each.invoice === invoice);
    if (shares.length === 0) return [];
    const priced = shares.reduce((sum, each) => sum + shareOf(each, remainingSeconds), 0n);
    // Payments cover the used time first: voiding the invoice returns the credit that was applied
    // to it.
    const owed = least(priced, atLeastZero(owedNow(invoice)));
    return { invoice, priced, kept: least(priced - owed, atLeastZero(keptOf(invoice))), owed };
  });
}

/** How the remaining time of a period was paid for, at most its current price. */
export function fundingAt(bought: BoughtTime, subscription: Subscription, at: number): Funding {
  const remaining = remainingAt(subscription, at);
  const parts = unusedParts(bought, remaining);
  return atPrice(fundingOf(parts, bought, remaining, subscription), subscription);
}

/** How the unused time of a period was paid for and taxed, in all and for each item. */
function fundingOf(
  parts: readonly UnusedPart[],
  bought: BoughtTime,
  remainingSeconds: number,
  terms: Terms,
): Funding {
  const { taxes } = bought;
  const planIds = itemsOf(terms).map(({ plan }) => plan.id);
  // An item that replaced an invoiced one without an invoice has its tax.
  const [replaced] = [...taxes].filter(([planId]) => !planIds.includes(planId));
  const shares = parts.flatMap((part) => sharesOf(part, bought, remainingSeconds));
  const items = planIds.map((planId): [string, FundedItem] => {
    const suppliedTax = taxes.get(planId) ?? replaced?.[1] ?? [...taxes.values()][0];
    const funded = fundedBy(shares.filter((share) => share.planId === planId));
    return [planId, { ...funded, ...(suppliedTax && { suppliedTax }) }];
  });
  return {
    ...fundedBy(parts),
    isOwed: parts.some(({ owed }) => owed > 0n),
    items: new Map(items),
    isOfOtherItems: isOfOtherItems(bought, terms),
  };
}

/** Whether an item with a price has no invoice, or an invoiced one with a price is no item. */
function isOfOtherItems({ contributions, taxes }: BoughtTime, terms: Terms): boolean {
  const items = itemsOf(terms);
  const planIds = items.map(({ plan }) => plan.id);
  const hasOther = contributions.some(
    ({ planId, gross }) => gross !== 0n && !planIds.includes(planId),
  );
  return hasOther || items.some((item) => !taxes.has(item.plan.id) && itemPriceOf(item) !== 0n);
}

function fundedBy(parts: readonly UnusedPart[]): FundedTime {
  const sum = (read: (part: UnusedPart) => bigint) =>
    parts.reduce((total, part) => total + read(part), 0n);
  return {
    priced: sum(({ priced }) => priced),
    worth: sum(({ kept, owed }) => kept + owed),
    sources: parts.flatMap(({ invoice, kept: amount }) =>
      amount > 0n ? [{ invoiceId: invoice.id, amount }] : [],
    ),
  };
}

/** Splits the unused part of an invoice by item, in proportion to the prices. */
function sharesOf(
  { invoice, priced: whole, kept, owed }: UnusedPart,
  { contributions }: BoughtTime,
  remainingSeconds: number,
): readonly (UnusedPart & { readonly planId: string })[] {
  let before = 0n;
  return contributions
    .filter((each) => each.invoice === invoice)
    .map((each) => {
      const priced = shareOf(each, remainingSeconds);
      // Differences of rounded sums, so that the shares add up.
      const share = (amount: bigint) =>
        whole === 0n ? 0n : (amount * (before + priced)) / whole - (amount * before) / whole;
      const part = { invoice, planId: each.planId, priced, kept: share(kept), owed: share(owed) };
      before += priced;
      return part;
    });
}

/**
 * Limits the funding to the current price if the plan changed without proration: time is worth at
 * most its price, and at most what was paid for it.
 */
function atPrice(
  funding: Funding,
  { invoicedPrice, ...terms }: Terms & Pick<Subscription, 'invoicedPrice'>,
): Funding {
  if (invoicedPrice === undefined) return funding;
  // Time that was invoiced for nothing is worth nothing, whatever it costs now.
  if (invoicedPrice === 0n) return { ...funding, priced: priceOf(terms), worth: 0n, sources: [] };
  const priced = divideHalfUp(funding.priced * priceOf(terms), invoicedPrice);
  return { ...funding, priced, worth: least(funding.worth, priced) };
}

/**
 * Reason why a change must be refused; undefined if it is allowed. Unpaid amounts never become
 * credit.
 */
export function refusalOfGrant(
  lines: readonly Pick<Line, 'type'>[],
  funding: Funding | undefined,
): string | undefined {
  const grants = lines.some(({ type }) => type === 'credit_granted');
  return grants && funding?.isOwed
    ? 'an invoice of the current period is unpaid, and this change would return a part of it; collect or void the invoice first'
    : undefined;
}

/** Invoices that an amount of credit is drawn from, oldest first. */
export function drawFrom(sources: Funding['sources'], amount: bigint): Funding['sources'] {
  const limits = sources.map((source) => source.amount);
  const parts = takeInOrder(limits, amount);
  return sources.flatMap((source, index) => {
    const part = parts[index] ?? 0n;
    return part > 0n ? [{ ...source, amount: part }] : [];
  });
}
