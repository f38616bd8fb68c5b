import { type Currency, exponentOf } from '@florin/money';

/** An amount of minor units for people: `$1,234.50`. Exact, however large. */
export function formatAmount(amount: bigint, currency: Currency, locale: string): string {
  const exponent = exponentOf(currency);
  const digits = amount.toString().padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const decimal = exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`;
  // Intl has opinions of its own on decimals; ours are those of ISO 4217.
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  });
  return format.format(decimal as `${number}`);
}

/** An instant (milliseconds since 1970) for people, with its zone: `31 January 2026, 12:00 UTC`. */
export function formatInstant(instant: number, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(instant);
}

const brands: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['jcb', 'JCB'],
  ['diners', 'Diners Club'],
]);

/** A brand as its cards spell it; undefined for one that nobody knows. */
export function formatBrand(brand: string): string | undefined {
  return brands.get(brand);
}
