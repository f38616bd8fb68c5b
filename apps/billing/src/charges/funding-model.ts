import { divideHalfUp } from '@florin/money';
import { secondsBetween } from '../instants-model.ts';
import { type Invoice, keptOf, least, openOf } from '../invoices/model.ts';
import type { Subscription } from '../subscriptions/model.ts';
import { boughtBy } from '../tax/model.ts';
import type { Funding, Line } from './model.ts';

/** Share of an invoice in the running period: worth `gross` while `seconds` are left. */
interface Contribution {
  readonly invoice: Invoice;
  /** Minor units, with tax. */
  readonly gross: bigint;
  readonly seconds: number;
}

/** Unused part of an invoice; minor units, with tax. */
export interface UnusedPart {
  readonly invoice: Invoice;
  /** Value at its price. */
  readonly priced: bigint;
  /** Part that was paid and kept. */
  readonly kept: bigint;
  /** Part that is still owed. */
  readonly owed: bigint;
}

/** Seconds that are left of what was paid for; a pause banks them. */
export function remainingAt(
  { pause, periodEndAt }: Pick<Subscription, 'pause' | 'periodEndAt'>,
  at: number,
): number {
  return pause ? pause.remainingSeconds : Math.max(0, secondsBetween(at, periodEndAt));
}

/**
 * Unused parts of a period, invoice by invoice.
 * @param invoices the one that has opened the period as a renewal does, and those of all changes since;
 * oldest first
 */
export function unusedParts(
  invoices: readonly Invoice[],
  remainingSeconds: number,
): readonly UnusedPart[] {
  return contributionsOf(invoices).map((contribution) => {
    const { invoice } = contribution;
    const priced = shareOf(contribution, remainingSeconds);
    const kept = least(priced, atLeastZero(keptOf(invoice)));
    return { invoice, priced, kept, owed: least(priced - kept, atLeastZero(owedNow(invoice))) };
  });
}

export function fundingOf(parts: readonly UnusedPart[]): Funding {
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
  };
}

/** Why a change may not be made; undefined where it may. Nothing that is still owed becomes credit. */
export function refusalOfGrant(
  lines: readonly Pick<Line, 'type'>[],
  funding: Funding | undefined,
): string | undefined {
  const grants = lines.some(({ type }) => type === 'credit_granted');
  return grants && funding?.isOwed
    ? 'the invoice of the current period is not paid, and costs more than the new plan: have it paid, or void it, before the plan changes'
    : undefined;
}

/** The invoices that an amount of credit is given from, oldest first. */
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
    const opensPeriod = bought.type === 'period';
    const kept = carried.map((each) => (opensPeriod ? { ...each, seconds } : each));
    // A change that costs less than what was left has given the rest as credit.
    return gross < 0n ? lowered(kept, -gross) : [...kept, { invoice, gross, seconds }];
  }, []);
}

/** Shares of earlier invoices that a change counted: no more than its line of unused time. */
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

/** Takes an amount from contributions, oldest first, and from each at most its limit. */
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

/** Parts of an amount, each within its limit; the first ones get all they can. */
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

/** Only an open invoice is still to be paid; minor units. */
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
