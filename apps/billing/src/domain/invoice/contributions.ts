import { atLeastZero, divideHalfUp, sumOf } from '@florin/money';
import type { Line } from '../charge.ts';
import { secondsBetween } from '../instants.ts';
import { toRate } from '../tax/charges.ts';
import type { SuppliedTax } from '../tax/line.ts';
import { type Invoice, keptOf, least, openOf } from './model.ts';

/** Share of an invoice in an item of the current period: worth `gross` while `seconds` remain. */
export interface Contribution {
  readonly invoice: Invoice;
  readonly planId: string;
  /** Minor units, with tax. */
  readonly gross: bigint;
  readonly seconds: number;
}

/** Purchased time of the current period, oldest invoice first. */
export interface BoughtTime {
  readonly invoices: readonly Invoice[];
  readonly contributions: readonly Contribution[];
  /** Taxes of the items that were invoiced last, by plan. */
  readonly taxes: ReadonlyMap<string, SuppliedTax>;
}

/**
 * Purchased time by item and invoice.
 * @param invoices the invoice that opened the period as a renewal and those of later changes,
 * oldest first
 */
export function boughtTimeOf(invoices: readonly Invoice[]): BoughtTime {
  const items = invoices.reduce<InvoicedItems>(
    (before, invoice) => {
      const { lines, cause } = invoice;
      const bought = lines.filter(({ type }) => type === 'period' || type === 'proration');
      const returned = lines.filter(({ type }) => type === 'unused_time');
      if (bought.length + returned.length === 0) return before;
      if (cause.startsWith('period:')) return opened(invoice, bought);
      const { contributions, taxes } = changed(before, { invoice, bought, returned });
      // Oldest invoice first, in the order in which grants draw from them.
      return { contributions: inOrder(contributions, invoices), taxes };
    },
    { contributions: [], taxes: new Map() },
  );
  return { invoices, ...items };
}

function inOrder(
  contributions: readonly Contribution[],
  invoices: readonly Invoice[],
): readonly Contribution[] {
  const places = new Map(invoices.map((invoice, place) => [invoice.id, place]));
  const placeOf = ({ invoice }: Contribution) => places.get(invoice.id) ?? 0;
  return contributions.toSorted((a, b) => placeOf(a) - placeOf(b));
}

type InvoicedItems = Omit<BoughtTime, 'invoices'>;

function opened(invoice: Invoice, bought: readonly Line[]): InvoicedItems {
  return {
    contributions: bought.map((line) => ({
      ...{ invoice, planId: line.planId },
      ...{ gross: grossOf(line), seconds: secondsOf(line) },
    })),
    taxes: taxesOf(invoice, bought),
  };
}

interface Change {
  readonly invoice: Invoice;
  readonly bought: readonly Line[];
  readonly returned: readonly Line[];
}

/** A change returns time of items, or of all of them, and buys time with its worth. */
function changed(
  { contributions, taxes }: InvoicedItems,
  { invoice, bought, returned }: Change,
): InvoicedItems {
  const isPartial = [...bought, ...returned].some((line) => line.isPartial);
  const ids = new Set(returned.map(({ planId }) => planId));
  const isReturned = (planId: string) => !isPartial || ids.has(planId);
  const counted = -sumOf(returned.map(grossOf));
  const carried = carry(contributions, isReturned, returned[0]?.remainingSeconds ?? 0, counted);
  const gross = sumOf(bought.map(grossOf)) - counted;
  const [first = returned[0]] = bought;
  const seconds = first ? secondsOf(first) : 0;
  // A change that costs less than the remaining value granted the difference as credit.
  const pool =
    gross < 0n
      ? lowered(carried, -gross)
      : [...carried, { invoice, planId: first?.planId ?? '', gross, seconds }];
  const others = contributions.filter(({ planId }) => !isReturned(planId));
  const kept = [...taxes].filter(([planId]) => !isReturned(planId));
  return {
    // The change opened a period or changed the banked time, so the earlier invoices cover other
    // seconds now.
    contributions: [...others, ...assign(pool, bought).map((each) => ({ ...each, seconds }))],
    taxes: new Map([...kept, ...taxesOf(invoice, bought)]),
  };
}

/** Splits the money of a change over the items that it bought, oldest invoice first. */
function assign(pool: readonly Contribution[], bought: readonly Line[]): readonly Contribution[] {
  let rest = pool;
  return bought.flatMap((line, index) => {
    const limits = rest.map(({ gross }) => gross);
    const isLast = index === bought.length - 1;
    const taken: readonly bigint[] = isLast ? limits : takeInOrder(limits, grossOf(line));
    // Without empty parts, which would multiply with every change.
    const parts = rest.flatMap((each, place) => {
      const gross = taken[place] ?? 0n;
      return gross === 0n ? [] : [{ ...each, planId: line.planId, gross }];
    });
    rest = rest.map((each, place) => ({ ...each, gross: each.gross - (taken[place] ?? 0n) }));
    return parts;
  });
}

/**
 * Shares of earlier invoices that a change counted, at most the worth of its lines of unused time.
 */
function carry(
  before: readonly Contribution[],
  isReturned: (planId: string) => boolean,
  remainingSeconds: number,
  counted: bigint,
): readonly Contribution[] {
  const all = before.map((each) => ({
    ...each,
    gross: shareOf(each, remainingSeconds),
    seconds: remainingSeconds,
  }));
  const parts = all.filter(({ planId }) => isReturned(planId));
  const surplus = sumOf(parts.map(({ gross }) => gross)) - counted;
  if (surplus <= 0n) return parts;
  const withoutWorthless = lowered(parts, surplus, worthlessParts(parts, all));
  const taken = sumOf(
    parts.map(({ gross }, index) => gross - (withoutWorthless[index]?.gross ?? 0n)),
  );
  return lowered(withoutWorthless, surplus - taken);
}

/** Parts of contributions whose invoice was not paid, or refunded, as far as it is not owed. */
function worthlessParts(
  parts: readonly Contribution[],
  all: readonly Contribution[],
): readonly bigint[] {
  const worthless = new Map<string, bigint>();
  for (const { invoice, gross } of all) {
    const worth = atLeastZero(keptOf(invoice) + owedNow(invoice));
    worthless.set(invoice.id, (worthless.get(invoice.id) ?? -worth) + gross);
  }
  return parts.map(({ invoice, gross }) => {
    const left = atLeastZero(worthless.get(invoice.id) ?? 0n);
    const part = least(gross, left);
    worthless.set(invoice.id, left - part);
    return part;
  });
}

/** Subtracts an amount from contributions, oldest first, each down to its limit. */
function lowered(
  contributions: readonly Contribution[],
  amount: bigint,
  limits: readonly bigint[] = contributions.map(({ gross }) => gross),
): readonly Contribution[] {
  const taken = takeInOrder(limits, amount);
  return contributions.map((each, index) => ({
    ...each,
    gross: each.gross - (taken[index] ?? 0n),
  }));
}

/** Splits an amount over the limits in order, filling each before the next. */
export function takeInOrder(limits: readonly bigint[], amount: bigint): readonly bigint[] {
  let left = amount;
  return limits.map((limit) => {
    const part = least(limit, left);
    left -= part;
    return part;
  });
}

/** Unpaid amount in minor units; only open invoices have one. */
export function owedNow(invoice: Invoice): bigint {
  return invoice.status === 'open' ? openOf(invoice) : 0n;
}

export function shareOf({ gross, seconds }: Contribution, remainingSeconds: number): bigint {
  if (seconds === 0) return 0n;
  const rest = Math.min(seconds, remainingSeconds);
  return divideHalfUp(gross * BigInt(rest), BigInt(seconds));
}

function grossOf({ amount, tax }: Line): bigint {
  return tax?.gross ?? amount;
}

function secondsOf({ remainingSeconds, startAt, endAt }: Line): number {
  return remainingSeconds ?? secondsBetween(startAt, endAt);
}

function taxesOf(invoice: Invoice, bought: readonly Line[]): ReadonlyMap<string, SuppliedTax> {
  return new Map(
    bought.map(({ planId, amount, tax }) => {
      const { isInclusive = false, taxes = [], engine } = tax ?? {};
      const supplied = { isInclusive, rates: taxes.map(toRate) };
      const { id: invoiceId } = invoice;
      return [planId, engine ? { ...supplied, engine: { invoiceId, amount, taxes } } : supplied];
    }),
  );
}
