import type { PriceDetailResource } from '@florin/contracts';
import {
  formatDecimal,
  type RatedPart,
  rate,
  rational,
  toJsonAmount,
  type UnitPrice,
} from '@florin/money';

/** The unit price as clients see it, with the price of a quantity part by part. */
export function toUnitPrice(price: UnitPrice, quantity: number) {
  if (typeof price === 'bigint')
    return {
      unit_amount: toJsonAmount(price),
      unit_amount_decimal: price.toString(),
      details: [],
    };
  const isPlain = price.kind === 'per_unit' && !price.packages;
  return {
    unit_amount: null,
    unit_amount_decimal: isPlain ? price.unitAmount : null,
    details: rate(price, rational(BigInt(quantity))).parts.map(toDetail),
  };
}

function toDetail({ tier, quantity, unitAmount, flatAmount, amount }: RatedPart) {
  const detail: PriceDetailResource = {
    tier: tier === undefined ? null : tier + 1,
    quantity: formatDecimal(quantity),
    unit_amount_decimal: unitAmount,
    flat_amount_decimal: flatAmount,
    amount_decimal: formatDecimal(amount),
  };
  return detail;
}
