import {
  keyOf,
  type Product,
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
import { type PricedTerms, priceOf } from '../plans/model.ts';
import type { AddedTax } from './line-model.ts';

/**
 * Decides which taxes a product bears in one sale.
 * @param at instant of its supply, in milliseconds since 1970; undefined for that of the sale
 */
export type DecideProduct = (product: Product, at?: number) => TaxDecision;

/** What one sale is taxed by. */
export interface TaxedSale {
  readonly decide: DecideProduct;
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

/**
 * Lines that were priced, with their taxes, and a line for each tax that is added to the prices. Unused
 * time bears the taxes of its supply (Directive 2006/112/EC article 90), others those of the sale.
 */
export function taxedLines(bought: readonly Line[], sale: TaxedSale): readonly Line[] {
  const taxable = bought.map(({ suppliedTax, ...line }) => ({
    amount: line.amount,
    ...(suppliedTax ?? {
      isInclusive: line.isTaxInclusive ?? sale.pricesIncludeTax,
      rates: decisionOn(line, sale).rates,
    }),
  }));
  const lines = bought.map(({ suppliedTax, ...line }) => line);
  return withTaxes(lines, taxable, sale.rounding);
}

/** A country where tax is to be charged, and of which no rate is known; undefined where all are known. */
export function countryWithoutRate(
  lines: readonly Line[],
  sale: TaxedSale | undefined,
): string | undefined {
  if (!sale) return undefined;
  const missing = lines.map((line) => decisionOn(line, sale)).find(({ isMissing }) => isMissing);
  return missing?.treatment.kind === 'rates' ? missing.treatment.place.country : undefined;
}

export function missingRate(country: string): string {
  return `no tax rate of ${country} is known: create one with POST /v1/tax_rates, or set charges_tax to false`;
}

/** Something sold once is supplied when its period ends (Directive 2006/112/EC article 64). */
function decisionOn(line: Line, sale: TaxedSale): TaxDecision {
  const { type, startAt, endAt } = line;
  const suppliedAt = type === 'item' && endAt > startAt ? endAt - 1 : undefined;
  return sale.decide(productOf(line), suppliedAt);
}

/** What a period of these terms costs with its tax, in minor units. */
export function grossOf({ plan, quantity }: PricedTerms, sale: TaxedSale | undefined): bigint {
  const amount = priceOf({ plan, quantity });
  if (!sale) return amount;
  const isInclusive = plan.taxBehavior ? plan.taxBehavior === 'inclusive' : sale.pricesIncludeTax;
  const { rates } = sale.decide(productOf(plan));
  return totalOf(taxLines([{ amount, isInclusive, rates }], sale.rounding)).gross;
}

function productOf({ taxClass = STANDARD, supply = 'services' }: Partial<Product>): Product {
  return { taxClass, supply };
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
