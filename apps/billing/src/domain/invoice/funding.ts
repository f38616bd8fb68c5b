import { divideHalfUp } from '@florin/money';
import type { Funding, Line } from '../charge.ts';
import { secondsBetween } from '../instants.ts';
import { priceOf } from '../price.ts';
import { owedPeriodOf, type Subscription } from '../subscription/model.ts';
import { boughtBy, toRate } from '../tax/charges.ts';
import type { SuppliedTax } from '../tax/line.ts';
import { type Invoice, keptOf, least, openOf } from './model.ts';

/** Share of an invoice in the current period: worth `gross` while `seconds` remain. */
interface Contribution {
  readonly invoice: Invoice;
  /** Minor units, with tax. */
  readonly gross: bigint;
  readonly seconds: number;
}

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

/**
 * Unused parts of a period, by invoice.
 * @param invoices the invoice that opened the period as a renewal and those of later changes,
 * oldest first
 */
export function unusedParts(
  invoices: readonly Invoice[],
  remainingSeconds: number,
): readonly UnusedPart[] {
  return contributionsOf(invoices).map((contribution) => {
    const { invoice } = contribution;
    const priced = shareOf(contribution, remainingSeconds);
    // Payments cover the used time first: voiding the invoice returns the credit that was applied
    // to it.
    const owed = least(priced, atLeastZero(owedNow(invoice)));
    return { invoice, priced, kept: least(priced - owed, atLeastZero(keptOf(invoice))), owed };
  });
}

/**
 * How the unused time of a period was paid for and taxed.
 * @param invoices invoices of the parts, and of changes that only lowered them
 */
export function fundingOf(parts: readonly UnusedPart[], invoices: readonly Invoice[]): Funding {
  const sum = (read: (part: UnusedPart) => bigint) =>
    parts.reduce((total, part) => total + read(part), 0n);
  const owed = sum((part) => part.owed);
  return {
    priced: sum(({ priced }) => priced),
    worth: sum(({ kept }) => kept) + owed,
    isOwed: owed > 0n,
    sources: parts.flatMap(({ invoice, kept: amount }) =>
      amount > 0n ? [{ invoiceId: invoice.id, amount }] : [],
    ),
    suppliedTax: suppliedTaxOf(invoices.at(-1)),
  };
}

/** Each change buys all remaining time again, so only its invoice holds the tax of that time. */
function suppliedTaxOf(newest: Invoice | undefined): SuppliedTax | undefined {
  const [bought] = newest?.lines ?? [];
  if (!newest || !bought) return undefined;
  const { isInclusive = false, taxes = [], engine } = bought.tax ?? {};
  const rates = taxes.map(toRate);
  if (!engine) return { isInclusive, rates };
  const { id: invoiceId } = newest;
  return { isInclusive, rates, engine: { invoiceId, amount: bought.amount, taxes } };
}

/**
 * Limits the funding to the current price if the plan changed without proration: time is worth at
 * most its price, and at most what was paid for it.
 */
export function fundingAtPrice(
  funding: Funding,
  { invoicedPrice, ...terms }: Pick<Subscription, 'invoicedPrice' | 'plan' | 'quantity'>,
): Funding {
  if (!invoicedPrice) return funding;
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
    ? 'the invoice of the current period is unpaid and costs more than the new plan; collect or void it before you change the plan'
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

function contributionsOf(invoices: readonly Invoice[]): readonly Contribution[] {
  return invoices.reduce<readonly Contribution[]>((before, invoice) => {
    const { cause, lines } = invoice;
    const [bought] = lines;
    if (!bought) return before;
    const { gross } = boughtBy(lines);
    const seconds = bought.remainingSeconds ?? secondsBetween(bought.startAt, bought.endAt);
    if (cause.startsWith('period:')) return [{ invoice, gross, seconds }];
    const unused = lines.find(({ type }) => type === 'unused_time');
    const carried = carry(before, unused?.remainingSeconds ?? 0, grossOf(unused));
    // The change opened a period or changed the banked time, so the earlier invoices cover other
    // seconds now.
    const kept = carried.map((each) => ({ ...each, seconds }));
    // A change that costs less than the remaining value granted the difference as credit.
    return gross < 0n ? lowered(kept, -gross) : [...kept, { invoice, gross, seconds }];
  }, []);
}

/** Shares of earlier invoices that a change counted, at most its line of unused time. */
function carry(
  before: readonly Contribution[],
  remainingSeconds: number,
  counted: bigint,
): readonly Contribution[] {
  const parts = before.map((each) => ({
    ...each,
    gross: shareOf(each, remainingSeconds),
    seconds: remainingSeconds,
  }));
  const surplus = sumOf(parts) - counted;
  if (surplus <= 0n) return parts;
  const worthless = parts.map(({ invoice, gross }) =>
    atLeastZero(gross - atLeastZero(keptOf(invoice) + owedNow(invoice))),
  );
  const withoutWorthless = lowered(parts, surplus, worthless);
  const taken = sumOf(parts) - sumOf(withoutWorthless);
  return lowered(withoutWorthless, surplus - taken);
}

/** Subtracts an amount from contributions, oldest first, each down to its limit. */
function lowered(
  contributions: readonly Contribution[],
  amount: bigint,
  limits = contributions.map(({ gross }) => gross),
): readonly Contribution[] {
  const taken = takeInOrder(limits, amount);
  return contributions.map((each, index) => ({
    ...each,
    gross: each.gross - (taken[index] ?? 0n),
  }));
}

/** Splits an amount over the limits in order, filling each before the next. */
function takeInOrder(limits: readonly bigint[], amount: bigint): readonly bigint[] {
  let left = amount;
  return limits.map((limit) => {
    const part = least(limit, left);
    left -= part;
    return part;
  });
}

function sumOf(contributions: readonly Contribution[]): bigint {
  return contributions.reduce((sum, { gross }) => sum + gross, 0n);
}

/** Unpaid amount in minor units; only open invoices have one. */
function owedNow(invoice: Invoice): bigint {
  return invoice.status === 'open' ? openOf(invoice) : 0n;
}

function shareOf({ gross, seconds }: Contribution, remainingSeconds: number): bigint {
  if (seconds === 0) return 0n;
  const rest = Math.min(seconds, remainingSeconds);
  return divideHalfUp(gross * BigInt(rest), BigInt(seconds));
}

function grossOf(line: Invoice['lines'][number] | undefined): bigint {
  return line ? -(line.tax?.gross ?? line.amount) : 0n;
}

function atLeastZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}
