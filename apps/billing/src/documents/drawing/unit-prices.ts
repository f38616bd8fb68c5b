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
  /** Empty if there is no single unit price. */
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
  return { price: '', details: parts.map((part) => formulaOf(part, money, tag)) };
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
