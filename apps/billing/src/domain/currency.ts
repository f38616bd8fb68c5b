import { type Currency, parseCurrency } from '@florin/money';

/** @throws Error for a code that cannot have been stored. */
export function toCurrency(code: string): Currency {
  const currency = parseCurrency(code);
  if (!currency) throw new Error(`${code} is not an active currency`);
  return currency;
}
