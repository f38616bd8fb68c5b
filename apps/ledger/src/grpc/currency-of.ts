import { AppError } from '@florin/contracts';
import { type Currency, parseCurrency } from '@florin/money';

/** @throws AppError invalid_request for anything but an active ISO 4217 code. */
export function currencyOf({ currency: code }: { readonly currency: string }): Currency {
  const currency = parseCurrency(code);
  if (currency) return currency;
  throw new AppError('invalid_request', `${code} is no active ISO 4217 currency`);
}
