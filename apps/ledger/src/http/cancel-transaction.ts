import type { ErrorCode } from '@florin/contracts';
import { defineRoute, idParams } from '@florin/http-api';
import { z } from 'zod';
import type { makeGetTransaction } from '../operations/get-transaction.ts';
import type { Writer } from '../writer/create-writer.ts';
import { assertMayWrite, submitCommand } from './submit-command.ts';

export function cancelTransactionRoute(
  writer: Writer,
  getTransaction: ReturnType<typeof makeGetTransaction>,
) {
  const route = {
    method: 'DELETE',
    path: '/v1/transactions/{transaction_id}',
    errors: [
      'invalid_request',
      'unauthorized',
      'not_found',
      'not_cancellable',
    ] satisfies ErrorCode[],
  } as const;
  return defineRoute({
    ...route,
    summary: 'Cancel a pending transaction',
    token: 'session_or_key',
    scope: 'transactions:write',
    takesIdempotencyKey: true,
    params: idParams({ transaction_id: 'transaction' }),
    replies: {
      200: z.object({
        id: z.string(),
        status: z.literal('canceled'),
        canceled_at: z.iso.datetime(),
        message: z.string(),
      }),
    },
    async handle(request) {
      const transactionId = request.params.transaction_id;
      const { accountId } = await getTransaction(request.caller, transactionId);
      assertMayWrite(route, request.caller, accountId);
      return submitCommand(writer, route, request, accountId, { kind: 'cancel', transactionId });
    },
  });
}
