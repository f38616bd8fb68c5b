import type { RpcCall } from '@florin/grpc';
import type { Writer } from '../writer/create-writer.ts';

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
