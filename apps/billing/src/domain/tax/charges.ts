import type { Uuid } from '@florin/contracts';
import { type Currency, divideHalfUp } from '@florin/money';
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
import { type Charge, isCredit, type Line } from '../charge.ts';
import { withGrant } from '../credit.ts';
import { groupsOf, type LineGroup } from '../discount/groups.ts';
import {
  itemPriceOf,
  itemsOf,
  type PricedItem,
  type PricedTerms,
  priceOf,
  type Terms,
} from '../price.ts';
import { type PricedLine, taxedBy } from './engine.ts';
import type { AddedTax, LineOfTax, SuppliedTax } from './line.ts';

/**
 * Determines the taxes of a product in one sale.
 * @param at instant of the supply, in milliseconds since 1970; undefined for the instant of the
 * sale
 */
export type DecideProduct = (product: Product, at?: number) => TaxDecision;

/**
 * Taxes of lines sold together, in order, as a tax engine calculated them.
 * @throws TaxesNeeded if there is no calculation for exactly these inputs
 */
export type CalculateTaxes = (
  lines: readonly PricedLine[],
  currency: Currency,
) => readonly LineOfTax[];

/** Tax rules of one sale. */
export interface TaxedSale {
  readonly decide: DecideProduct;
  /** Replaces `decide` if the seller uses a tax engine. */
  readonly calculate?: CalculateTaxes;
  readonly rounding: TaxRounding;
  /** Default for plans and lines that do not specify it. */
  readonly pricesIncludeTax: boolean;
}

/** A charge with the taxes of its sale, unchanged if there are none. */
export function withTax(charge: Charge, sale: TaxedSale | undefined): Charge {
  if (!sale) return charge;
  const bought = charge.lines.filter(({ type }) => type !== 'credit_granted');
  const lines = taxedLines(bought, sale, charge.currency);
  const amount = lines.reduce((sum, line) => sum + line.amount, 0n);
  return withGrant({ ...charge, lines, amount });
}

/**
 * Priced lines with their taxes, and one line for each added tax. Unused time has the taxes of its
 * supply (Directive 2006/112/EC article 90), other lines those of the sale.
 */
export function taxedLines(
  bought: readonly Line[],
  sale: TaxedSale,
  currency: Currency,
): readonly Line[] {
  const known = new Map<Line, LineOfTax>();
  for (const line of bought) {
    const { engine, isInclusive = false } = line.suppliedTax ?? {};
    if (engine) known.set(line, shareOfSupply(line, isInclusive, engine));
  }
  const asked = sale.calculate ? groupsOf(bought).filter(({ line }) => !line.suppliedTax) : [];
  const answers = sale.calculate?.(asked.map(toPriced), currency) ?? [];
  for (const [index, group] of asked.entries()) {
    const answer = answers[index];
    if (answer) for (const [line, tax] of taxedGroup(group, answer)) known.set(line, tax);
  }
  const byTables = bought.filter((line) => !known.has(line));
  const taxable = byTables.map(({ suppliedTax, ...line }) => ({
    amount: line.amount,
    isDiscount: line.type === 'discount',
    ...(suppliedTax ?? {
      isInclusive: line.isTaxInclusive ?? sale.pricesIncludeTax,
      rates: decisionOn(line, sale).rates,
    }),
  }));
  const decided = withInclusive(taxLines(taxable, sale.rounding), taxable);
  for (const [index, line] of byTables.entries()) {
    const tax = decided[index];
    if (tax) known.set(line, tax);
  }
  const taxes = bought.map((line) => known.get(line));
  const lines = bought.map(({ suppliedTax, ...line }) => line);
  return withTaxes(lines, taxes, sale.rounding);
}

/** A line as a tax engine taxes it: less its discounts, which no engine takes as lines. */
function toPriced({ line, discounts }: LineGroup<Line>): PricedLine {
  return { ...line, amount: discounts.reduce((sum, { amount }) => sum + amount, line.amount) };
}

/** The tax of a line after its discounts belongs to the line; its discounts have none. */
function taxedGroup(
  { line, discounts }: LineGroup<Line>,
  { taxes, isInclusive, engine }: LineOfTax,
): readonly (readonly [Line, LineOfTax])[] {
  const mark = engine ? { engine } : {};
  const reduced = discounts.map(
    (discount) => [discount, { ...taxedBy(discount.amount, [], isInclusive), ...mark }] as const,
  );
  return [[line, { ...taxedBy(line.amount, taxes, isInclusive), ...mark }], ...reduced];
}

/** The share of the taxes that a tax engine calculated for the original supply. */
function shareOfSupply(
  { amount }: Line,
  isInclusive: boolean,
  { invoiceId, amount: of, taxes }: NonNullable<SuppliedTax['engine']>,
): LineOfTax {
  const share = (part: bigint) => (of === 0n ? 0n : -divideHalfUp(part * -amount, of));
  const shares = taxes.map((tax) => ({
    ...tax,
    taxable: share(tax.taxable),
    amount: share(tax.amount),
  }));
  return { ...taxedBy(amount, shares, isInclusive), engine: { reversesInvoiceId: invoiceId } };
}

function withInclusive(
  taxed: readonly Taxed[],
  taxable: readonly { readonly isInclusive: boolean }[],
): readonly LineOfTax[] {
  return taxed.map((tax, index) => ({
    ...tax,
    isInclusive: taxable[index]?.isInclusive ?? false,
  }));
}

/** A country where tax must be charged but no rate is known; undefined if there is none. */
export function countryWithoutRate(
  lines: readonly Line[],
  sale: TaxedSale | undefined,
): string | undefined {
  if (!sale || sale.calculate) return undefined;
  const missing = lines.map((line) => decisionOn(line, sale)).find(({ isMissing }) => isMissing);
  return missing?.treatment.kind === 'rates' ? missing.treatment.place.country : undefined;
}

export function missingRate(country: string): string {
  return `there is no tax rate for ${country}; create one with POST /v1/tax_rates, or set charges_tax to false`;
}

/** The supply of a one-off product is the end of its period (Directive 2006/112/EC article 64). */
function decisionOn(line: Line, sale: TaxedSale): TaxDecision {
  const { startAt, endAt, discount } = line;
  const type = discount?.reduces ?? line.type;
  const suppliedAt = type === 'item' && endAt > startAt ? endAt - 1 : undefined;
  return sale.decide(productOf(line), suppliedAt);
}

/** Whether a plan's price includes tax: set by the plan, or else by the seller. */
export function includesTax(
  { taxBehavior }: Pick<PricedItem['plan'], 'taxBehavior'>,
  { pricesIncludeTax }: Pick<TaxedSale, 'pricesIncludeTax'>,
): boolean {
  return taxBehavior ? taxBehavior === 'inclusive' : pricesIncludeTax;
}

/** Gross price of a period of these terms, in minor units. */
export function grossOf(terms: Terms, sale: TaxedSale | undefined): bigint {
  if (!sale?.calculate) return grossByRates(terms, sale);
  const lines = itemsOf(terms).map((item): PricedLine => {
    const { taxClass, supply } = item.plan;
    return {
      amount: itemPriceOf(item),
      quantity: item.quantity,
      isTaxInclusive: includesTax(item.plan, sale),
      ...(taxClass !== undefined && { taxClass }),
      ...(supply && { supply }),
    };
  });
  return totalOf(sale.calculate(lines, terms.plan.currency)).gross;
}

/** Gross price by the rates of a sale, without a tax engine. */
export function grossByRates(terms: PricedTerms, sale: TaxedSale | undefined): bigint {
  if (!sale) return priceOf(terms);
  const lines = itemsOf(terms).map((item) => ({
    amount: itemPriceOf(item),
    isInclusive: includesTax(item.plan, sale),
    rates: sale.decide(productOf(item.plan)).rates,
  }));
  return totalOf(taxLines(lines, sale.rounding)).gross;
}

function productOf({ taxClass = STANDARD, supply = 'services' }: Partial<Product>): Product {
  return { taxClass, supply };
}

/** The taxes recomputed from the stored lines. Taxes of a tax engine stay as they are. */
export function taxedAgain(lines: readonly Line[], as: readonly Line[]): readonly Line[] {
  const rounding = as.find(({ added }) => added)?.added?.rounding ?? 'invoice';
  const taxable = lines.map(({ amount, type }, index) => ({
    amount,
    isDiscount: type === 'discount',
    isInclusive: as[index]?.tax?.isInclusive ?? false,
    rates: (as[index]?.tax?.taxes ?? []).map(toRate),
  }));
  const again = withInclusive(taxLines(taxable, rounding), taxable);
  const isByEngine = as.some(({ tax }) => tax?.engine);
  const taxes = again.map((tax, index) => (isByEngine ? (as[index]?.tax ?? tax) : tax));
  return withTaxes(lines, taxes, rounding);
}

function withTaxes(
  bought: readonly Line[],
  taxes: readonly (LineOfTax | undefined)[],
  rounding: TaxRounding,
): readonly Line[] {
  const lines = bought.map((line, index): Line => {
    const tax = taxes[index];
    return tax ? { ...line, tax } : line;
  });
  const exclusive = taxes.filter((tax) => tax !== undefined && !tax.isInclusive);
  const [first] = bought;
  if (!first) return lines;
  const added = totalOf(exclusive.flatMap((tax) => tax ?? []))
    .taxes.filter(({ amount }) => amount !== 0n)
    .map((tax): Line => toTaxLine(first, { ...tax, rounding }));
  return [...lines, ...added];
}

/** Covers the period of its lines, and has no plan. */
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

/** Stored calculations of a tax engine that these lines use. */
export function calculationsOf(lines: readonly Line[]): readonly Uuid[] {
  const ids = lines.flatMap(({ tax }) =>
    tax?.engine && 'calculationId' in tax.engine ? [tax.engine.calculationId] : [],
  );
  return [...new Set(ids)];
}

/** Sums of the purchased lines, before credit is applied. */
export function boughtBy(lines: readonly Line[]): Taxed {
  const taxed = lines.flatMap(({ tax }) => tax ?? []);
  if (taxed.length > 0) return totalOf(taxed);
  const plain = lines.reduce((sum, { type, amount }) => (isCredit(type) ? sum : sum + amount), 0n);
  return { net: plain, tax: 0n, gross: plain, taxes: [] };
}

/** The tax that one rate adds to the prices, computed from the lines before it. */
export function addedTaxOf(lines: readonly Line[], { rounding, ...rate }: AddedTax): bigint {
  const exclusive = lines.flatMap(({ tax, amount, type }) =>
    tax && !tax.isInclusive ? [{ amount, tax, isDiscount: type === 'discount' }] : [],
  );
  const byEngine = exclusive.some(({ tax }) => tax.engine);
  const taxed = byEngine
    ? exclusive.map(({ tax }) => tax)
    : taxLines(
        exclusive.map(({ amount, isDiscount, tax: { taxes } }) => ({
          ...{ amount, isDiscount, isInclusive: false, rates: taxes.map(toRate) },
        })),
        rounding,
      );
  return totalOf(taxed).taxes.find((tax) => keyOf(tax) === keyOf(rate))?.amount ?? 0n;
}

export function toRate({ name, percentage, category, country, region }: Rate): Rate {
  return { name, percentage, category, country, region };
}
