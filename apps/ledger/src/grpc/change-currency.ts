import type { makeChangeCurrency } from '../operations/change-currency.ts';
import { currencyOf } from './currency-of.ts';

/** BalancesService.ChangeCurrency: the settings of an account change. */
export function changeCurrencyRpc(changeCurrency: ReturnType<typeof makeChangeCurrency>) {
  return async (request: { accountId: string; currency: string }) => {
    await changeCurrency(request.accountId, currencyOf(request));
    return {};
  };
}
