import type { explainedAmounts } from '@florin/contracts';
import {
  keyOf,
  type LineTax,
  type Taxed,
  type TaxRounding,
  taxLines,
  taxRoundings,
  totalOf,
} from '@florin/tax';
import { isBought, isCredit, type Line } from '../charge.ts';
import type { CreditNote } from '../invoice/credit-note.ts';
import { type Invoice, openOf, owedOf, paidOf } from '../invoice/model.ts';
import { paymentsOf } from '../invoice/payments.ts';
import { boughtBy, toRate } from '../tax/charges.ts';

export type AmountName = (typeof explainedAmounts)[number];

/** A part of a sum. Amounts are minor units. */
export type AmountPart = { readonly amount: bigint } & (
  | { readonly type: 'line'; readonly index: number; readonly taxable: bigint | null }
  | { readonly type: 'tax_rate'; readonly rate: LineTax }
  | { readonly type: 'amount'; readonly name: AmountName }
  | { readonly type: 'credit_note'; readonly note: CreditNote }
  /** Applied credit that was returned when the invoice was closed. */
  | { readonly type: 'credit_returned' }
  /** Amount that the seller no longer expects. */
  | { readonly type: 'given_up' }
  /** Payments that came in parts or exceeded the amount due. */
  | { readonly type: 'payment'; readonly reference: string | null }
  | { readonly type: 'overpaid' }
);

/** A shown amount of an invoice or a credit note, and the parts that add up to it. */
export interface ExplainedAmount {
  readonly name: AmountName;
  /** Set on amounts of one tax. */
  readonly rate: LineTax | null;
  /** Where halves were rounded up; `none` if nothing was rounded. */
  readonly rounding: TaxRounding | 'none';
  readonly amount: bigint;
  readonly parts: readonly AmountPart[];
}

/** Every amount of an invoice, each from the preceding ones; `notes` are all its credit notes. */
export function explainInvoice(
  invoice: Invoice,
  notes: readonly CreditNote[],
): readonly ExplainedAmount[] {
  const { lines, status, amount, credited } = invoice;
  const { overpaid, creditReturned } = invoice.standing;
  const paid = paidOf(invoice);
  const payments = paymentsOf(invoice);
  const taken = notes.filter(({ destination }) => destination === 'invoice').map(toPart(-1n));
  const isOwed = status === 'draft' || status === 'open';
  const remaining = isOwed ? openOf(invoice) : 0n;
  const owed = [
    of('amount_due', amount),
    ...taken,
    ...partOf('credit_returned', creditReturned),
    ...partOf('given_up', remaining + paid - owedOf(invoice)),
  ];
  const received = [
    ...payments.map(
      ({ amount, reference }): AmountPart => ({ type: 'payment', reference, amount }),
    ),
    ...partOf('overpaid', -overpaid),
  ];
  return [
    ...explainBought(lines.map((line, index) => ({ line, index }))),
    explained('amount_due', amount, [
      of('total', boughtBy(lines).gross),
      ...lines.flatMap((line, index) => (isCredit(line.type) ? [ofLine(index, line.amount)] : [])),
    ]),
    explained('amount_credited', credited, notes.map(toPart(1n))),
    explained('amount_paid', paid, status === 'paid' && payments.length < 2 ? owed : received),
    explained('amount_remaining', remaining, [
      ...owed,
      ...(paid === 0n ? [] : [of('amount_paid', -paid)]),
    ]),
  ];
}

function partOf(
  type: 'credit_returned' | 'given_up' | 'overpaid',
  amount: bigint,
): readonly ExplainedAmount['parts'][number][] {
  return amount === 0n ? [] : [{ type, amount }];
}

/** Every amount of a credit note: what it takes back of each line, with the share of each tax. */
export function explainNote({ lines, amount }: CreditNote): readonly ExplainedAmount[] {
  const { net, tax, taxes } = totalOf(lines);
  const parts = lines.map(({ index, net: part }) => ofLine(index, part));
  return [
    explained('subtotal', net, parts),
    ...taxes.map((rate) => explainTax(rate, lines, 'line')),
    ...explainSum(net, tax, taxes, amount),
  ];
}

interface Placed {
  readonly line: Line;
  readonly index: number;
}

/** Purchased amounts, with taxes recomputed from prices and rates. */
function explainBought(lines: readonly Placed[]): readonly ExplainedAmount[] {
  const { net, tax, gross, taxes } = boughtBy(lines.map(({ line }) => line));
  const bought = lines.filter(({ line }) => isBought(line));
  const rounding = roundingOf(lines);
  const taxed = taxedOnceMore(bought, rounding);
  const parts = bought.map(({ line, index }, place) =>
    ofLine(index, taxed[place]?.net ?? line.amount),
  );
  const placed = taxed.map((each, place) => ({ ...each, index: bought[place]?.index ?? 0 }));
  return [
    explained('subtotal', net, parts),
    ...taxes.map((rate) => explainTax(rate, placed, rounding)),
    ...explainSum(net, tax, taxes, gross),
  ];
}

function explainSum(
  net: bigint,
  tax: bigint,
  taxes: readonly LineTax[],
  gross: bigint,
): readonly ExplainedAmount[] {
  const rates = taxes.map((rate) => ({ type: 'tax_rate' as const, rate, amount: rate.amount }));
  return [
    explained('tax', tax, rates),
    explained('total', gross, [of('subtotal', net), of('tax', tax)]),
  ];
}

function explainTax(
  rate: LineTax,
  lines: readonly (Taxed & { readonly index: number })[],
  rounding: TaxRounding,
): ExplainedAmount {
  const parts = lines.flatMap(({ index, taxes }) =>
    taxes
      .filter((each) => keyOf(each) === keyOf(rate))
      .map(({ taxable, amount }) => ofLine(index, amount, taxable)),
  );
  return { name: 'taxes', rate, rounding, amount: rate.amount, parts };
}

function taxedOnceMore(bought: readonly Placed[], rounding: TaxRounding): readonly Taxed[] {
  if (bought.some(({ line }) => line.tax === undefined)) return [];
  if (bought.some(({ line }) => line.tax?.engine))
    return bought.flatMap(({ line }) => line.tax ?? []);
  return taxLines(
    bought.map(({ line: { amount, tax, type } }) => ({
      amount,
      isDiscount: type === 'discount',
      isInclusive: tax?.isInclusive ?? false,
      rates: (tax?.taxes ?? []).map(toRate),
    })),
    rounding,
  );
}

/**
 * Rounding stored in the tax lines; if prices include all tax, the rounding that gives the same
 * result.
 */
function roundingOf(lines: readonly Placed[]): TaxRounding {
  const said = lines.find(({ line }) => line.added)?.line.added?.rounding;
  if (said) return said;
  const bought = lines.filter(({ line }) => isBought(line));
  // Compares each tax: the sum of a line's taxes can agree under another rounding while each tax
  // differs.
  const comesOut = (rounding: TaxRounding) =>
    taxedOnceMore(bought, rounding).every(({ taxes }, place) =>
      taxes.every(({ amount }, index) => amount === bought[place]?.line.tax?.taxes[index]?.amount),
    );
  return taxRoundings.toReversed().find(comesOut) ?? 'invoice';
}

function explained(
  name: AmountName,
  amount: bigint,
  parts: readonly AmountPart[],
): ExplainedAmount {
  return { name, rate: null, rounding: 'none', amount, parts };
}

const of = (name: AmountName, amount: bigint): AmountPart => ({ type: 'amount', name, amount });

const ofLine = (index: number, amount: bigint, taxable: bigint | null = null): AmountPart => ({
  ...{ type: 'line', index, taxable, amount },
});

const toPart =
  (sign: bigint) =>
  (note: CreditNote): AmountPart => ({ type: 'credit_note', note, amount: sign * note.amount });
