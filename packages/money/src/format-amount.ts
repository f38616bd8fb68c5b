import { type Currency, exponentOf } from './currency.ts';

/** An amount of minor units for people: `$1,234.50`. Exact, however large. */
export function formatAmount(amount: bigint, currency: Currency, locale: string): string {
  const exponent = exponentOf(currency);
  const sign = amount < 0n ? '-' : '';
  const digits = amount
    .toString()
    .slice(sign.length)
    .padStart(exponent + 1, '0');
  const whole = sign + digits.slice(0, digits.length - exponent);
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
