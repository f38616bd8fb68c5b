import { AppError } from '@florin/contracts';
import { AMOUNT_MINOR_MAX, type Currency, parseCurrency } from '@florin/money';

/** @throws AppError invalid_request unless it is a positive amount in minor units */
export function amountOf({ amount: text }: { readonly amount: string }): bigint {
  const amount = /^\d{1,15}$/.test(text) ? BigInt(text) : 0n;
  if (amount >= 1n && amount <= AMOUNT_MINOR_MAX) return amount;
  throw new AppError('invalid_request', `${text} is not an amount`);
}

/** @throws AppError invalid_request unless it is an active ISO 4217 code */
export function currencyOf({ currency: code }: { readonly currency: string }): Currency {
  const currency = parseCurrency(code);
  if (currency) return currency;
  throw new AppError('invalid_request', `${code} is not an active ISO 4217 currency`);
}
