import { AppError } from '@florin/contracts';
import { AMOUNT_MINOR_MAX } from '@florin/money';

/** @throws AppError invalid_request for anything but a positive amount in minor units. */
export function amountOf({ amount: text }: { readonly amount: string }): bigint {
  const amount = /^\d{1,15}$/.test(text) ? BigInt(text) : 0n;
  if (amount >= 1n && amount <= AMOUNT_MINOR_MAX) return amount;
  throw new AppError('invalid_request', `${text} is no amount`);
}
