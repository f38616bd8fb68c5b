import {
  type Currency,
  formatAmount,
  formatUnitPrice,
  parseDecimal,
  type RatedPart,
  rate,
  rational,
  ZERO,
} from '@florin/money';
import type { DocumentLine } from '../../domain/document/model.ts';

/** The unit price of a line in words, and the calculation of a price by tiers or packages. */
export interface DrawnPrice {
  /** Price of one unit, or `$4.99 / 1,000` of a package; empty for tiers. */
  readonly price: string;
  /** A formula for each part: `5 × $7.00 + $1.00`. */
  readonly details: readonly string[];
}

export function drawnPriceOf(
  { unitAmount, quantity }: Pick<DocumentLine, 'unitAmount' | 'quantity'>,
  currency: Currency,
  tag: string,
): DrawnPrice {
  const money = (decimal: string) => formatUnitPrice(parseDecimal(decimal) ?? ZERO, currency, tag);
  if (unitAmount === null) return { price: '', details: [] };
  if (typeof unitAmount === 'bigint')
    return { price: formatAmount(unitAmount, currency, tag), details: [] };
  if (unitAmount.kind === 'per_unit' && !unitAmount.packages)
    return { price: money(unitAmount.unitAmount), details: [] };
  const { parts } = rate(unitAmount, rational(BigInt(quantity ?? 0)));
  const details = parts.map((part) => formulaOf(part, money, tag));
  if (unitAmount.kind === 'tiered' || !unitAmount.packages) return { price: '', details };
  const size = new Intl.NumberFormat(tag).format(unitAmount.packages.divideBy);
  return { price: `${money(unitAmount.unitAmount)} / ${size}`, details };
}

/** Quantities of licensed prices are whole. */
function formulaOf(
  { quantity, unitAmount, flatAmount }: RatedPart,
  money: (decimal: string) => string,
  tag: string,
): string {
  const units = new Intl.NumberFormat(tag).format(quantity.numerator / quantity.denominator);
  const flat = flatAmount === '0' ? '' : ` + ${money(flatAmount)}`;
  return `${units} × ${money(unitAmount)}${flat}`;
}
