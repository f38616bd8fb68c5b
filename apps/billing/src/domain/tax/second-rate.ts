import { isVatCountry, type TableRate } from '@florin/tax';

/**
 * The first of some rates beside which another would be charged twice: one VAT is charged on a sale, so
 * a VAT country has one rate for a place, class and day.
 * @param before the rate as it is stored; days that it shares with another already are no reason
 */
export function findDouble<Own extends TableRate>(
  rates: readonly Own[],
  rate: TableRate,
  before?: TableRate,
): Own | undefined {
  if (!isVatCountry(rate.country)) return undefined;
  return rates.find(
    (other) =>
      other.country === rate.country &&
      other.region === rate.region &&
      other.class === rate.class &&
      overlap(other, rate) &&
      !(before && overlap(other, before)),
  );
}

/** Days are ISO 8601, so they compare as text; null is no bound. */
function overlap(a: TableRate, b: TableRate): boolean {
  return startsBy(a, b.until) && startsBy(b, a.until);
}

function startsBy({ from }: TableRate, day: string | null): boolean {
  return from === null || day === null || from <= day;
}
