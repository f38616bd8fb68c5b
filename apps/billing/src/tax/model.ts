import {
  keyOf,
  type Rate,
  STANDARD,
  type TaxDecision,
  type Taxed,
  type TaxRounding,
  taxLines,
  totalOf,
} from '@florin/tax';
import { type Charge, isCredit, type Line } from '../charges/model.ts';
import { withGrant } from '../credits/model.ts';
import { priceOf, type Terms } from '../plans/model.ts';
import type { AddedTax } from './line-model.ts';

/** Decides which taxes products of a class bear in one sale. */
export type DecideClass = (productClass: string) => TaxDecision;

/** What one sale is taxed by. */
export interface TaxedSale {
  readonly decide: DecideClass;
  readonly rounding: TaxRounding;
  /** Where neither a plan nor a line says. */
  readonly pricesIncludeTax: boolean;
}

/** A charge with the taxes of its sale. Without any it stays as it is. */
export function withTax(charge: Charge, sale: TaxedSale | undefined): Charge {
  if (!sale) return charge;
  const bought = charge.lines.filter(({ type }) => type !== 'credit_granted');
  const lines = taxedLines(bought, sale);
  const amount = lines.reduce((sum, line) => sum + line.amount, 0n);
  return withGrant({ ...charge, lines, amount });
}

/** Lines that were priced, with their taxes, and a line for each tax that is added to the prices. */
export function taxedLines(bought: readonly Line[], sale: TaxedSale): readonly Line[] {
  const taxable = bought.map((line) => ({
    amount: line.amount,
    isInclusive: line.isTaxInclusive ?? sale.pricesIncludeTax,
    rates: sale.decide(line.taxClass ?? STANDARD).rates,
  }));
  return withTaxes(bought, taxable, sale.rounding);
}

/** What a period of these terms costs with its tax, in minor units. */
export function grossOf({ plan, quantity }: Terms, sale: TaxedSale | undefined): bigint {
  const amount = priceOf({ plan, quantity });
  if (!sale) return amount;
  const isInclusive = plan.taxBehavior ? plan.taxBehavior === 'inclusive' : sale.pricesIncludeTax;
  const { rates } = sale.decide(plan.taxClass ?? STANDARD);
  return totalOf(taxLines([{ amount, isInclusive, rates }], sale.rounding)).gross;
}

/** The same taxes computed again, from what the lines say of themselves. */
export function taxedAgain(lines: readonly Line[], as: readonly Line[]): readonly Line[] {
  const rounding = as.find(({ added }) => added)?.added?.rounding ?? 'invoice';
  const taxable = lines.map(({ amount }, index) => ({
    amount,
    isInclusive: as[index]?.tax?.isInclusive ?? false,
    rates: (as[index]?.tax?.taxes ?? []).map(toRate),
  }));
  return withTaxes(lines, taxable, rounding);
}

function withTaxes(
  bought: readonly Line[],
  taxable: Parameters<typeof taxLines>[0],
  rounding: TaxRounding,
): readonly Line[] {
  const taxed = taxLines(taxable, rounding);
  const lines = bought.map((line, index): Line => {
    const tax = taxed[index];
    return tax
      ? { ...line, tax: { ...tax, isInclusive: taxable[index]?.isInclusive ?? false } }
      : line;
  });
  const added = totalOf(taxed.filter((_, index) => taxable[index]?.isInclusive === false)).taxes;
  const [first] = bought;
  if (!first) return lines;
  const taxes = added
    .filter(({ amount }) => amount !== 0n)
    .map((tax): Line => toTaxLine(first, { ...tax, rounding }));
  return [...lines, ...taxes];
}

/** It spans what it is of, and names nobody's plan. */
function toTaxLine({ planId, startAt, endAt }: Line, added: AddedTax): Line {
  return {
    type: 'tax',
    planId,
    quantity: 1,
    unitAmount: added.amount,
    amount: added.amount,
    startAt,
    endAt,
    remainingSeconds: null,
    periodSeconds: null,
    added,
  };
}

/** What is bought by lines, before credit pays of it. */
export function boughtBy(lines: readonly Line[]): Taxed {
  const taxed = lines.flatMap(({ tax }) => tax ?? []);
  if (taxed.length > 0) return totalOf(taxed);
  const plain = lines.reduce((sum, { type, amount }) => (isCredit(type) ? sum : sum + amount), 0n);
  return { net: plain, tax: 0n, gross: plain, taxes: [] };
}

/** The tax that is added to prices by one rate, computed from the lines before it. */
export function addedTaxOf(lines: readonly Line[], { rounding, ...rate }: AddedTax): bigint {
  const taxable = lines.flatMap(({ tax, amount }) =>
    tax && !tax.isInclusive ? [{ amount, isInclusive: false, rates: tax.taxes.map(toRate) }] : [],
  );
  const { taxes } = totalOf(taxLines(taxable, rounding));
  return taxes.find((tax) => keyOf(tax) === keyOf(rate))?.amount ?? 0n;
}

export function toRate({ name, percentage, category, country, region }: Rate): Rate {
  return { name, percentage, category, country, region };
}
