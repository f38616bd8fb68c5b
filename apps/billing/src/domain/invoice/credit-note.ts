import type { creditDestinations, creditReasons, Uuid } from '@florin/contracts';
import { type Currency, divideHalfUp, splitBy } from '@florin/money';
import { type LineTax, type Taxed, totalOf } from '@florin/tax';
import { isBought, type Line } from '../charge.ts';
import { groupsOf } from '../discount/groups.ts';
import type { InvoiceParties } from '../parties.ts';
import { type Invoice, keptOf, openOf } from './model.ts';

export type CreditReason = (typeof creditReasons)[number];
export type CreditDestination = (typeof creditDestinations)[number];

/** The credited part of an invoice line. */
export interface CreditedLine extends Taxed {
  /** Index of the invoice line, from 0. */
  readonly index: number;
  readonly description: string | null;
}

export interface CreditNote {
  readonly id: Uuid;
  readonly sellerId: Uuid;
  readonly payerAccountId: Uuid | null;
  readonly customerId: Uuid | null;
  readonly customerReference: string;
  readonly invoiceId: Uuid;
  readonly invoiceNumber: string;
  /** Null while its refund is in progress. */
  readonly documentNumber: string | null;
  readonly destination: CreditDestination;
  readonly reason: CreditReason;
  readonly memo: string | null;
  /** Minor units, with tax. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly lines: readonly CreditedLine[];
  readonly parties: InvoiceParties | null;
  readonly refundId: string | null;
  readonly createdAt: number;
  readonly issuedAt: number | null;
}

/** The part to take back: everything left, given lines, or an amount spread over all lines. */
export type CreditRequest =
  | { readonly kind: 'all' }
  | { readonly kind: 'amount'; readonly amount: bigint }
  | {
      readonly kind: 'lines';
      /** Undefined takes back everything left of the line. */
      readonly lines: readonly { readonly index: number; readonly amount: bigint | undefined }[];
    };

type Refusal = { readonly refusal: string };

/**
 * Lines of a credit note, with taxes. Earlier credits count, so all notes together match each line
 * and tax exactly and never exceed them.
 */
export function creditLines(
  invoice: readonly Line[],
  earlier: readonly (readonly CreditedLine[])[],
  request: CreditRequest,
): readonly CreditedLine[] | Refusal {
  const before = sumByLine(earlier.flat());
  const reduced = lessDiscounts(invoice);
  const left = reduced.flatMap((line, index) => {
    const gross = isBought(line) ? (line.tax?.gross ?? line.amount) : 0n;
    const rest = gross - (before.get(index) ?? 0n);
    return rest === 0n ? [] : [{ index, rest }];
  });
  const total = left.reduce((sum, { rest }) => sum + rest, 0n);
  if (total <= 0n) return { refusal: 'this invoice is already fully credited' };
  const parts = partsOf(left, total, request);
  if ('refusal' in parts) return parts;
  const asked = parts.reduce((sum, { part }) => sum + part, 0n);
  if (asked <= 0n)
    return { refusal: 'the credited amount is zero; send an amount, or other lines' };
  if (asked > total) return { refusal: tooMuch(total) };
  return parts.flatMap(({ index, part }) => {
    const line = reduced[index];
    return line && part !== 0n ? [creditedLine(line, index, before.get(index) ?? 0n, part)] : [];
  });
}

/** Lines less their discounts, which become zero: a note credits what a line costs. */
function lessDiscounts(lines: readonly Line[]): readonly Line[] {
  return groupsOf(lines).flatMap(({ line, discounts }): readonly Line[] => {
    if (discounts.length === 0) return [line];
    const amount = discounts.reduce((sum, discount) => sum + discount.amount, line.amount);
    const { tax } = line;
    const taxed = [line, ...discounts].flatMap((each) => each.tax ?? []);
    const reduced = { ...line, amount, ...(tax && { tax: { ...tax, ...totalOf(taxed) } }) };
    return [reduced, ...discounts.map(({ tax: _, ...discount }) => ({ ...discount, amount: 0n }))];
  });
}

interface Left {
  readonly index: number;
  readonly rest: bigint;
}

function partsOf(
  left: readonly Left[],
  total: bigint,
  request: CreditRequest,
): readonly { readonly index: number; readonly part: bigint }[] | Refusal {
  switch (request.kind) {
    case 'all':
      return left.map(({ index, rest }) => ({ index, part: rest }));
    case 'amount': {
      if (request.amount > total) return { refusal: tooMuch(total) };
      const weights = left.map(({ rest }) => rest);
      const shares = splitBy(request.amount, weights);
      return left.map(({ index }, place) => ({ index, part: shares[place] ?? 0n }));
    }
    case 'lines':
      return partsOfLines(left, request.lines);
    default:
      return request satisfies never;
  }
}

function partsOfLines(
  left: readonly Left[],
  lines: Extract<CreditRequest, { kind: 'lines' }>['lines'],
): readonly { readonly index: number; readonly part: bigint }[] | Refusal {
  const parts = [];
  for (const { index, amount } of lines) {
    const rest = left.find((each) => each.index === index)?.rest ?? 0n;
    const part = amount ?? rest;
    if (part > rest && rest >= 0n)
      return {
        refusal: `lines: at most ${rest} (minor units) of line ${index + 1} can still be credited`,
      };
    parts.push({ index, part });
  }
  return parts;
}

function tooMuch(total: bigint): string {
  return `amount: at most ${total} (minor units) can still be credited`;
}

function creditedLine(line: Line, index: number, before: bigint, part: bigint): CreditedLine {
  const description = line.description ?? null;
  const { tax } = line;
  if (!tax || tax.gross === 0n)
    return { index, description, net: part, tax: 0n, gross: part, taxes: [] };
  const taxes = tax.taxes.map((each): LineTax => {
    const amount =
      upTo(each.amount, before + part, tax.gross) - upTo(each.amount, before, tax.gross);
    return { ...each, amount, taxable: 0n };
  });
  const sum = taxes.reduce((total, { amount }) => total + amount, 0n);
  const net = part - sum;
  const of = taxes.map((each) => ({ ...each, taxable: net }));
  return { index, description, net, tax: sum, gross: part, taxes: of };
}

/** The share of a tax that belongs to a part of the gross amount. */
function upTo(tax: bigint, part: bigint, gross: bigint): bigint {
  const sign = gross < 0n ? -1n : 1n;
  return divideHalfUp(tax * part * sign, gross * sign);
}

function sumByLine(lines: readonly CreditedLine[]): ReadonlyMap<number, bigint> {
  const sums = new Map<number, bigint>();
  for (const { index, gross } of lines) sums.set(index, (sums.get(index) ?? 0n) + gross);
  return sums;
}

/** Net, tax and gross of a note. */
export function totalsOf({ lines }: Pick<CreditNote, 'lines'>): Taxed {
  return totalOf(lines);
}

/** Destination of a note's amount, or the reason why it is refused. */
export function decideDestination(
  invoice: Invoice,
  amount: bigint,
  asked: CreditDestination | undefined,
): CreditDestination | Refusal {
  const { status } = invoice;
  switch (status) {
    case 'draft':
      return { refusal: 'this invoice is a draft; edit it instead' };
    case 'void':
      return { refusal: 'this invoice is void; it is no longer owed' };
    case 'open':
    case 'uncollectible':
      if (asked !== undefined && asked !== 'invoice')
        return { refusal: 'credit_to: must be `invoice`, because this invoice is not paid' };
      if (amount > openOf(invoice))
        return {
          refusal: `amount: must be at most ${openOf(invoice)} (minor units), the open amount; void the invoice to cancel all of it`,
        };
      return 'invoice';
    case 'paid':
      if (asked === 'invoice')
        return { refusal: 'credit_to: must not be `invoice`, because this invoice is paid' };
      if (asked === 'card' && invoice.customerId === null)
        return {
          refusal:
            'credit_to: must not be `card`, because the balance of an account paid this invoice; use `balance`',
        };
      if (amount > keptOf(invoice)) return { refusal: tooMuchOfKept(invoice) };
      return asked ?? 'balance';
    default:
      return status satisfies never;
  }
}

function tooMuchOfKept(invoice: Invoice): string {
  const { refunded, withheld, lost, granted } = invoice.standing;
  const gone = [
    { amount: refunded, as: 'refunded' },
    { amount: withheld, as: 'withheld by a dispute' },
    { amount: lost, as: 'lost in a dispute' },
    { amount: granted, as: 'credited when the plan changed' },
  ].flatMap(({ amount, as }) => (amount > 0n ? [`${amount} ${as}`] : []));
  const kept = keptOf(invoice);
  const left = kept > 0n ? kept : 0n;
  return `amount: at most ${left} (minor units) can still be credited; ${gone.join(', ')}`;
}
