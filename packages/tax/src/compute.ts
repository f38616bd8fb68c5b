import { divideHalfUp } from '@florin/money';
import type { LineTax, Rate, TaxableLine, Taxed, TaxRounding } from './model.ts';
import { toUnits, UNITS_PER_WHOLE } from './percentage.ts';

/**
 * Taxes of lines, in order. Rounds per line with its discounts, or once per rate and distributes the sum over its
 * lines. Either way, net and tax add up to gross on each line, and line taxes to the invoice's.
 */
export function taxLines(lines: readonly TaxableLine[], rounding: TaxRounding): readonly Taxed[] {
  if (rounding === 'line') return withDiscounts(lines).flatMap(taxTogether);
  const groups = Map.groupBy(lines.entries(), ([, line]) => groupOf(line));
  const taxed = new Map<number, Taxed>();
  for (const group of groups.values()) {
    const results = taxTogether(group.map(([, line]) => line));
    for (const [place, [index]] of group.entries()) {
      const result = results[place];
      if (result) taxed.set(index, result);
    }
  }
  return lines.flatMap((_, index) => taxed.get(index) ?? []);
}

/** Each line together with the discounts behind it. */
function withDiscounts(lines: readonly TaxableLine[]): readonly (readonly TaxableLine[])[] {
  const groups: TaxableLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (line.isDiscount && last) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** Totals of all lines, with a sum per rate in order of first appearance. */
export function totalOf(lines: readonly Taxed[]): Taxed {
  const sums = new Map<string, LineTax>();
  for (const tax of lines.flatMap(({ taxes }) => taxes)) {
    const sum = sums.get(keyOf(tax));
    sums.set(keyOf(tax), {
      ...tax,
      taxable: (sum?.taxable ?? 0n) + tax.taxable,
      amount: (sum?.amount ?? 0n) + tax.amount,
    });
  }
  return {
    net: lines.reduce((total, { net }) => total + net, 0n),
    tax: lines.reduce((total, { tax }) => total + tax, 0n),
    gross: lines.reduce((total, { gross }) => total + gross, 0n),
    taxes: [...sums.values()],
  };
}

/** Identity of a rate on an invoice. */
export function keyOf({ name, percentage, category, country, region }: Rate): string {
  return JSON.stringify([name, percentage, category, country, region]);
}

function groupOf({ isInclusive, rates }: TaxableLine): string {
  return JSON.stringify([isInclusive, rates.map(keyOf)]);
}

/** Taxes lines that have the same rates and the same kind of price. */
function taxTogether(lines: readonly TaxableLine[]): readonly Taxed[] {
  const [first] = lines;
  if (!first) return [];
  const { rates, isInclusive } = first;
  const units = rates.map(({ percentage }) => toUnits(percentage));
  const whole = isInclusive
    ? UNITS_PER_WHOLE + units.reduce((sum, each) => sum + each, 0n)
    : UNITS_PER_WHOLE;
  const amounts = lines.map(({ amount }) => amount);
  const shares = units.map((each) => roundTogether(amounts, each, whole));
  return lines.map(({ amount }, index) => {
    const parts = shares.map((share) => share[index] ?? 0n);
    const tax = parts.reduce((sum, each) => sum + each, 0n);
    const net = isInclusive ? amount - tax : amount;
    const taxes = rates.map((rate, place) => ({
      ...rate,
      taxable: net,
      amount: parts[place] ?? 0n,
    }));
    return { net, tax, gross: net + tax, taxes };
  });
}

/**
 * Parts of amounts that add up to the part of their sum, rounded once: each is the difference of
 * two rounded running sums.
 */
function roundTogether(amounts: readonly bigint[], part: bigint, whole: bigint): readonly bigint[] {
  let sum = 0n;
  let before = 0n;
  return amounts.map((amount) => {
    sum += amount;
    const upTo = divideHalfUp(sum * part, whole);
    const own = upTo - before;
    before = upTo;
    return own;
  });
}
