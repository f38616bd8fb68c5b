import { parseCurrency } from '@florin/money';
import { expect, it } from 'vitest';
import { formatAmount } from './format-amount.ts';

it.each<[bigint, string, string]>([
  [1n, 'USD', '$0.01'],
  [100n, 'USD', '$1.00'],
  [999_999_999_999n, 'EUR', '€9,999,999,999.99'],
  [9_007_199_254_740_991n, 'USD', '$90,071,992,547,409.91'],
  [5n, 'JPY', '¥5'],
  [1_234n, 'KWD', 'KWD\u00a01.234'],
  // Intl alone would show no decimals.
  [1_234n, 'AFN', 'AFN\u00a012.34'],
  [1_234n, 'IQD', 'IQD\u00a01.234'],
])('shows %d of %s as %s', (amount, code, shown) => {
  const currency = parseCurrency(code);
  if (!currency) throw new Error(`${code} is no currency`);
  expect(formatAmount(amount, currency)).toBe(shown);
});
