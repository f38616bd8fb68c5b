import { formatAmount, parseCurrency } from '@florin/money';

/** Members that are amounts in minor units if there is a `currency` next to or above them. */
const AMOUNTS =
  /(^|_)(amount|balance)(_|$)|^(available|held|settled|posted|external|fees?|withheld|gross|net|expected|received|subtotal|total|tax|money_in|money_out)$/;

/** `129.00 EUR`; undefined for anything else. */
export function moneyOf(name: string, value: unknown, currency: unknown): string | undefined {
  if (!AMOUNTS.test(name) || typeof value !== 'number' || !Number.isInteger(value))
    return undefined;
  const known = parseCurrency(String(currency));
  if (known === undefined) return undefined;
  // The code, since several currencies share a sign.
  return `${formatAmount(BigInt(value), known, 'en').replace(/[^\d.,-]/g, '')} ${known}`;
}
