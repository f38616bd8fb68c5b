import { type Currency, exponentOf } from './currency.ts';
import { DECIMALS_MAX, formatDecimal, type Rational } from './rational.ts';

/** Formats minor units for people: `$1,234.50`. Exact at any size. */
export function formatAmount(amount: bigint, currency: Currency, locale: string): string {
  return formatOf(currency, locale).format(toDecimal(amount, currency) as `${number}`);
}

/** Formats a unit price in minor units for people, with all of its decimals: `$0.0035`. */
export function formatUnitPrice(
  { numerator, denominator }: Rational,
  currency: Currency,
  locale: string,
): string {
  const exponent = exponentOf(currency);
  const major = formatDecimal({ numerator, denominator: denominator * 10n ** BigInt(exponent) });
  return new Intl.NumberFormat(locale, {
    ...{ style: 'currency', currency },
    maximumFractionDigits: exponent + DECIMALS_MAX,
  }).format(major as `${number}`);
}

/**
 * Converts minor units to major units as text: `-1234.50`, or `1234` for JPY. Exact at any size.
 */
export function toDecimal(amount: bigint, currency: Currency): string {
  const exponent = exponentOf(currency);
  const sign = amount < 0n ? '-' : '';
  const digits = amount
    .toString()
    .slice(sign.length)
    .padStart(exponent + 1, '0');
  const whole = sign + digits.slice(0, digits.length - exponent);
  return exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`;
}

const FORMATS_MAX = 200;
const formats = new Map<string, Intl.NumberFormat>();

/** Cached, since creating one takes longer than rendering an invoice line. */
function formatOf(currency: Currency, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const kept = formats.get(key);
  if (kept) return kept;
  if (formats.size >= FORMATS_MAX) formats.clear();
  // Intl's decimals differ from ISO 4217 for some currencies.
  const digits = exponentOf(currency);
  const format = new Intl.NumberFormat(locale, {
    ...{ style: 'currency', currency },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  });
  formats.set(key, format);
  return format;
}
