import { BALANCE_MINOR_MAX, type Currency, exponentOf, parseCurrency } from '@florin/money';
import { quote } from './error.ts';

/** The value of a field, or why it is invalid. */
export type Read<Value> = { readonly value: Value } | { readonly fault: string };

/** Converts an unsigned decimal number with a point to minor units. */
export function readAmount(text: string, currency: Currency): Read<bigint> {
  const [, whole = '', decimals = ''] = /^(\d{1,18})(?:\.(\d{0,18}))?$/.exec(text) ?? [];
  if (whole === '') return { fault: `${quote(text)} is not an amount` };
  const exponent = exponentOf(currency);
  // Extra zeros are harmless; any other extra digit would be lost.
  if (/[1-9]/.test(decimals.slice(exponent)))
    return {
      fault: `${quote(text)} has more than ${exponent} decimals, the maximum of ${currency}`,
    };
  const value = BigInt(whole + decimals.slice(0, exponent).padEnd(exponent, '0'));
  return value > BALANCE_MINOR_MAX ? { fault: `${quote(text)} is too large` } : { value };
}

export function readCurrency(text: string): Read<Currency> {
  const value = parseCurrency(text);
  return value ? { value } : { fault: `${quote(text)} is not an active ISO 4217 currency` };
}

/** A valid calendar day as YYYY-MM-DD. */
export function readDay(year: string, month: string, day: string): Read<string> {
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  const isDay = instant && !Number.isNaN(+instant) && instant.toISOString().startsWith(value);
  return isDay ? { value } : { fault: `${quote(value)} is not a date` };
}
