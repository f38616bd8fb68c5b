import type { makeOpenBalance } from '../operations/open-balance.ts';
import { currencyOf } from './currency-of.ts';

/** BalancesService.OpenBalance: an account is being opened and needs a place for its money. */
export function openBalanceRpc(openBalance: ReturnType<typeof makeOpenBalance>) {
  return async (request: { accountId: string; currency: string }) => {
    await openBalance(request.accountId, currencyOf(request));
    return {};
  };
}
