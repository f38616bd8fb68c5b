import { expect, it } from 'vitest';
import { parseCurrency } from './currency.ts';
import { formatAmount, toDecimal } from './format-amount.ts';

it.each<[bigint, string, string, string]>([
  [1n, 'USD', 'en', '$0.01'],
  [100n, 'USD', 'en', '$1.00'],
  [999_999_999_999n, 'EUR', 'en', '€9,999,999,999.99'],
  [9_007_199_254_740_991n, 'USD', 'en', '$90,071,992,547,409.91'],
  [5n, 'JPY', 'en', '¥5'],
  [1_234n, 'KWD', 'en', 'KWD\u00a01.234'],
  [-1_234n, 'USD', 'en', '-$12.34'],
  [-5n, 'USD', 'en', '-$0.05'],
  // Intl alone would omit the decimals.
  [1_234n, 'AFN', 'en', 'AFN\u00a012.34'],
  [1_234n, 'IQD', 'en', 'IQD\u00a01.234'],
  [123_456n, 'EUR', 'de', '1.234,56\u00a0€'],
  [123_456n, 'CHF', 'de-CH', "CHF\u00a01'234.56"],
  [123_456n, 'EUR', 'fr', '1\u202f234,56\u00a0€'],
  [1_234_567n, 'EUR', 'es', '12.345,67\u00a0€'],
])('formats %d of %s in %s as %s', (amount, code, locale, shown) => {
  const currency = parseCurrency(code);
  if (!currency) throw new Error(`${code} is no currency`);
  expect(formatAmount(amount, currency, locale)).toBe(shown);
});

it.each<[bigint, string, string]>([
  [11_900n, 'EUR', '119.00'],
  [-5n, 'USD', '-0.05'],
  [0n, 'EUR', '0.00'],
  [5n, 'JPY', '5'],
  [-1_234n, 'KWD', '-1.234'],
  [900_719_925_474_099_100n, 'USD', '9007199254740991.00'],
])('formats %d of %s in major units as %s', (amount, code, decimal) => {
  const currency = parseCurrency(code);
  if (!currency) throw new Error(`${code} is no currency`);
  expect(toDecimal(amount, currency)).toBe(decimal);
});
