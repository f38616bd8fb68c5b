import { AppError } from '@florin/contracts';
import { parseCurrency } from '@florin/money';
import type { makeOpenBalance } from '../operations/open-balance.ts';

/** LedgerService.OpenBalance: an account is being opened and needs a place for its money. */
export function openBalanceRpc(openBalance: ReturnType<typeof makeOpenBalance>) {
  return async (request: { accountId: string; currency: string }) => {
    const currency = parseCurrency(request.currency);
    if (!currency)
      throw new AppError('invalid_request', `${request.currency} is no active ISO 4217 currency`);
    await openBalance(request.accountId, currency);
    return {};
  };
}
