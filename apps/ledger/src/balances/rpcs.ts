import type { RpcCall } from '@florin/grpc';
import type { Writer } from '../posting/writer.ts';
import { currencyOf } from '../rpc-fields.ts';
import type { makeChangeCurrency, makeOpenBalance } from './operations.ts';

/** BalancesService.OpenBalance: an account is being opened and needs a place for its money. */
export function openBalanceRpc(openBalance: ReturnType<typeof makeOpenBalance>) {
  return async (request: { accountId: string; currency: string }) => {
    await openBalance(request.accountId, currencyOf(request));
    return {};
  };
}

/** BalancesService.ChangeCurrency: the settings of an account change. */
export function changeCurrencyRpc(changeCurrency: ReturnType<typeof makeChangeCurrency>) {
  return async (request: { accountId: string; currency: string }) => {
    await changeCurrency(request.accountId, currencyOf(request));
    return {};
  };
}

/** BalancesService.CloseBalance: the account is being closed; there is no way back from here. */
export function closeBalanceRpc(writer: Writer) {
  return async ({ accountId }: { accountId: string }, { requestId, deadline }: RpcCall) => {
    const { body } = await writer.submit(
      {
        accountId,
        command: { kind: 'close' },
        once: undefined,
        cause: { requestId, idempotencyKey: null },
      },
      deadline,
    );
    return body;
  };
}
