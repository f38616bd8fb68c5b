import { type ErrorCode, transactionSchema } from '@florin/contracts';
import { amountField, defineRoute, idParams } from '@florin/http-api';
import { z } from 'zod';
import type { makeGetTransaction } from '../operations/get-transaction.ts';
import type { Writer } from '../writer/create-writer.ts';
import { assertMayWrite, submitCommand } from './submit-command.ts';

export function captureTransactionRoute(
  writer: Writer,
  getTransaction: ReturnType<typeof makeGetTransaction>,
) {
  const route = {
    method: 'POST',
    path: '/v1/transactions/{transaction_id}/capture',
    errors: [
      'invalid_request',
      'unauthorized',
      'forbidden',
      'not_found',
      'conflict',
    ] satisfies ErrorCode[],
  } as const;
  return defineRoute({
    ...route,
    summary: 'Take a held payment, or part of it',
    token: 'session_or_key',
    scope: 'transactions:write',
    takesIdempotencyKey: true,
    params: idParams({ transaction_id: 'transaction' }),
    body: z.object({ amount: amountField.optional() }),
    isBodyOptional: true,
    replies: { 200: transactionSchema },
    async handle(request) {
      const transactionId = request.params.transaction_id;
      const { accountId } = await getTransaction(request.caller, transactionId);
      assertMayWrite(route, request.caller, accountId);
      const amount = request.body.amount ?? null;
      const command = { kind: 'capture', transactionId, amount } as const;
      return submitCommand(writer, route, request, accountId, command);
    },
  });
}
