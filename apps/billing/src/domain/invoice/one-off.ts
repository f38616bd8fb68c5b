import type { CollectionMethod, Uuid } from '@florin/contracts';
import {
  AMOUNT_MINOR_MAX,
  BALANCE_MINOR_MAX,
  type Currency,
  costOf,
  dayOf,
  daysLater,
  endOfDayLater,
  type UnitPrice,
} from '@florin/money';
import type { Supply } from '@florin/tax';
import type { Line } from '../charge.ts';
import { type Discount, withDiscounts } from '../discount/model.ts';
import { withPoNumber } from '../parties.ts';
import { countryWithoutRate, missingRate, taxedLines } from '../tax/charges.ts';
import type { KnownSale } from '../tax/sale.ts';
import { changed, emptyDraft, type Invoice, type InvoiceChange, least } from './model.ts';
import { finalize, type InvoiceNumber, pay } from './money.ts';

/** A line that a seller adds to an invoice. */
export interface Item {
  readonly description: string;
  readonly quantity: number;
  /** Negative for a reduction. */
  readonly unitAmount: UnitPrice;
  readonly taxClass: string | undefined;
  readonly supply?: Supply | undefined;
  readonly isTaxInclusive: boolean | undefined;
  /** Product of the price; undefined without a price. */
  readonly productId?: Uuid | undefined;
  /** Time of delivery or service; undefined for the invoice date. */
  readonly startAt: number | undefined;
  readonly endAt: number | undefined;
}

/** Fields that a seller sets on a one-off invoice until it is finalized. */
export interface DraftFields {
  readonly items: readonly Item[];
  readonly discounts: readonly Discount[];
  readonly memo: string | null;
  readonly poNumber: string | null;
  readonly collectionMethod: CollectionMethod;
  /** Undefined for the number of days in the seller's profile. */
  readonly dueDays: number | undefined;
}

interface Between {
  readonly id: Uuid;
  readonly sellerId: Uuid;
  readonly customerId: Uuid;
  readonly customerReference: string;
  readonly currency: Currency;
}

/** Ids of lines have three digits. */
const LINES_MAX = 999;

/** Default if the seller's profile has no value. */
const DUE_DAYS = 14;

export function draftOneOff(
  between: Between,
  fields: DraftFields,
  sale: KnownSale | undefined,
  at: number,
): Invoice {
  const owner = { ...between, payerAccountId: null, subscriptionId: null, cause: 'manual' };
  return redraft(emptyDraft(owner, at), fields, sale, at);
}

/** Rewrites a draft with current taxes and parties. */
export function redraft(
  draft: Invoice,
  { items, discounts, memo, poNumber, dueDays, collectionMethod }: DraftFields,
  sale: KnownSale | undefined,
  at: number,
): Invoice {
  const terms = dueDays ?? sale?.profile.profile.paymentTermsDays ?? DUE_DAYS;
  const written = items.map((item) => toLine(item, at));
  const priced = taxed({ ...draft, lines: written, discounts, poNumber }, sale);
  return { ...priced, memo, dueDays: terms, collectionMethod, updatedAt: at };
}

/** Whether finalizing the draft charges a saved payment method of the customer. */
export function isCharged({ status, collectionMethod }: Invoice): boolean {
  return status === 'draft' && collectionMethod === 'charge_automatically';
}

/** The seller's own lines, unchanged. */
export function itemsOf({ lines }: Invoice): readonly Line[] {
  return lines.filter(({ type }) => type === 'item');
}

function taxed(draft: Invoice, sale: KnownSale | undefined): Invoice {
  const items = itemsOf(draft).map(({ tax: _, coupons: __, ...item }) => item);
  const sold = withDiscounts(items, draft.discounts);
  const lines = sale?.taxed ? taxedLines(sold, sale.taxed, draft.currency) : sold;
  const amount = lines.reduce((sum, line) => sum + line.amount, 0n);
  return { ...draft, lines, amount, parties: withPoNumber(sale?.parties ?? null, draft.poNumber) };
}

/**
 * Reason why amounts of an invoice are too large; undefined if they fit. Uses absolute values, so
 * that partial sums (subtotals, taxes, credit notes) fit as well.
 */
export function refusalOfSize(lines: readonly Line[]): string | undefined {
  if (lines.length > LINES_MAX)
    return `lines: with discounts and taxes, an invoice has at most ${LINES_MAX} lines; use fewer discounts, or several invoices`;
  const size = lines
    .flatMap(({ amount, tax }) => [amount, ...(tax?.taxes.map((each) => each.amount) ?? [])])
    .reduce((sum, amount) => sum + (amount < 0n ? -amount : amount), 0n);
  return size > BALANCE_MINOR_MAX
    ? `lines: amounts and taxes exceed ${BALANCE_MINOR_MAX} minor units; split them into several invoices`
    : undefined;
}

/** Reason why a draft cannot be finalized with current taxes; undefined if it can. */
export function refusalOfFinalize(draft: Invoice, sale: KnownSale | undefined): string | undefined {
  const { status } = draft;
  if (status !== 'draft') return `only a draft can be finalized; this invoice is ${status}`;
  const { lines, amount } = taxed(draft, sale);
  const tooLarge = refusalOfSize(lines);
  if (tooLarge !== undefined) return tooLarge;
  if (lines.length === 0) return 'this draft has no lines; add items first';
  const country = countryWithoutRate(itemsOf(draft), sale?.taxed);
  if (country !== undefined) return missingRate(country);
  if (amount < 0n) return 'the total is negative; an invoice cannot ask for less than zero';
  if (amount > AMOUNT_MINOR_MAX) return `the total exceeds ${AMOUNT_MINOR_MAX} minor units`;
  return undefined;
}

/** Facts needed to finalize a draft. */
export interface Finalizing {
  readonly sale: KnownSale | undefined;
  /** The customer's credit balance in minor units, applied as far as possible. */
  readonly credit: bigint;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A draft as finalizing it now would make it, without a number. */
export function asFinalized(draft: Invoice, { sale, credit, at }: Finalizing): Invoice {
  const timezone = sale?.profile.profile.timezone ?? 'UTC';
  const dueAt = endOfDayLater(at, timezone, draft.dueDays ?? DUE_DAYS);
  const priced = { ...taxed(draft, sale), dueAt };
  const applied = least(credit, priced.amount);
  if (applied <= 0n) return priced;
  const lines = [...priced.lines, toCreditLine(applied, at)];
  return { ...priced, lines, amount: priced.amount - applied };
}

/**
 * Finalizes a draft under its number, with current taxes and parties; an amount of 0 is paid at
 * once.
 */
export function openOneOff(
  draft: Invoice,
  number: InvoiceNumber,
  finalizing: Finalizing,
): readonly InvoiceChange[] {
  const { at } = finalizing;
  const opened = finalize(asFinalized(draft, finalizing), number, at);
  const paid =
    opened.invoice.amount === 0n ? pay(opened.invoice, { transactionId: null }, at) : undefined;
  return paid ? [opened, paid] : [opened];
}

function toCreditLine(applied: bigint, at: number): Line {
  return {
    type: 'credit_applied',
    planId: '',
    quantity: 1,
    unitAmount: -applied,
    amount: -applied,
    startAt: at,
    endAt: at,
    remainingSeconds: null,
    periodSeconds: null,
  };
}

function toLine(item: Item, at: number): Line {
  const { description, quantity, unitAmount, taxClass, supply, isTaxInclusive, productId } = item;
  const startAt = item.startAt ?? item.endAt ?? at;
  return {
    type: 'item',
    planId: '',
    quantity,
    unitAmount,
    amount: costOf(unitAmount, quantity),
    startAt,
    endAt: item.endAt ?? startAt,
    remainingSeconds: null,
    periodSeconds: null,
    description,
    ...(taxClass !== undefined && { taxClass }),
    ...(supply === 'goods' && { supply }),
    ...(isTaxInclusive !== undefined && { isTaxInclusive }),
    ...(productId !== undefined && { productId }),
  };
}

/** Days after the overdue notice on which reminders are due. */
export const REMINDER_DAYS: readonly number[] = [0, 3, 7, 14];

/**
 * The next notice of an unpaid invoice: overdue first, then reminders; undefined if none is due.
 */
export function noticeOf(invoice: Invoice, nowMs: number): InvoiceChange | undefined {
  const { status, dueAt, reminderCount } = invoice;
  const days = REMINDER_DAYS[reminderCount];
  if (status !== 'open' || dueAt === null || days === undefined) return undefined;
  const timezone = invoice.parties?.seller.timezone ?? 'UTC';
  if (nowMs < daysLater(dueAt, timezone, days)) return undefined;
  return {
    type: reminderCount === 0 ? 'invoice.overdue' : 'invoice.reminder_due',
    invoice: {
      ...changed(invoice, nowMs),
      reminderCount: reminderCount + 1,
      failureReason: `it was due on ${dayOf(dueAt, timezone)} and is not paid`,
    },
  };
}
