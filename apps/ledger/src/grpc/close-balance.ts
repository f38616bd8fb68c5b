import type { Assertion } from '@florin/caller-assertion';
import type { Writer } from '../writer/create-writer.ts';

const DEADLINE_MS = 2_000;

/** BalancesService.CloseBalance: the account is being closed; there is no way back from here. */
export function closeBalanceRpc(writer: Writer) {
  return async ({ accountId }: { accountId: string }, { requestId }: Assertion) => {
    const { body } = await writer.submit(
      {
        accountId,
        command: { kind: 'close' },
        once: undefined,
        cause: { requestId, idempotencyKey: null },
      },
      performance.now() + DEADLINE_MS,
    );
    return body;
  };
}
