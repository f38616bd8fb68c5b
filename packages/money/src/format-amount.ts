import { type Currency, exponentOf } from './currency.ts';

/** An amount of minor units for people: `$1,234.50`. Exact, however large. */
export function formatAmount(amount: bigint, currency: Currency, locale: string): string {
  return formatOf(currency, locale).format(toDecimal(amount, currency) as `${number}`);
}

/** An amount of minor units in major units: `-1234.50`, `1234` of JPY. Exact, however large. */
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

/** Kept, since making one takes longer than rendering a line of an invoice. */
function formatOf(currency: Currency, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const kept = formats.get(key);
  if (kept) return kept;
  if (formats.size >= FORMATS_MAX) formats.clear();
  // Intl has opinions of its own on decimals; ours are those of ISO 4217.
  const digits = exponentOf(currency);
  const format = new Intl.NumberFormat(locale, {
    ...{ style: 'currency', currency },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  });
  formats.set(key, format);
  return format;
}
