import { AppError, type ErrorCode, transactionSchema } from '@florin/contracts';
import { defineRoute, idParams, metadataField, referenceField, validate } from '@florin/http-api';
import { z } from 'zod';
import type { makeGetTransaction } from '../operations/get-transaction.ts';
import type { Writer } from '../writer/create-writer.ts';
import { assertMayWrite, submitCommand } from './submit-command.ts';

const changeSchema = z.strictObject({
  reference: referenceField.nullish(),
  metadata: metadataField.nullish(),
});
const IMMUTABLE = ['amount', 'currency', 'type'];

export function updateTransactionRoute(
  writer: Writer,
  getTransaction: ReturnType<typeof makeGetTransaction>,
) {
  const route = {
    method: 'PATCH',
    path: '/v1/transactions/{transaction_id}',
    errors: ['invalid_request', 'unauthorized', 'not_found', 'conflict'] satisfies ErrorCode[],
  } as const;
  return defineRoute({
    ...route,
    summary: 'Change the reference or the metadata of a transaction',
    token: 'session_or_key',
    scope: 'transactions:write',
    takesIdempotencyKey: true,
    params: idParams({ transaction_id: 'transaction' }),
    // Looked at only when the transaction is known to be there: 404 comes first.
    body: z.record(z.string(), z.unknown()).meta({
      override: z.toJSONSchema(changeSchema, { io: 'input', unrepresentable: 'any' }) as object,
    }),
    replies: { 200: transactionSchema },
    async handle(request) {
      const transactionId = request.params.transaction_id;
      const { accountId } = await getTransaction(request.caller, transactionId);
      assertMayWrite(route, request.caller, accountId);
      if (IMMUTABLE.some((name) => Object.hasOwn(request.body, name)))
        throw new AppError(
          'conflict',
          `${IMMUTABLE.join(', ')} cannot be changed: cancel it or refund it`,
        );
      const { reference, metadata } = validate(changeSchema, request.body, 'body');
      const command = { kind: 'update', transactionId, reference, metadata } as const;
      return submitCommand(writer, route, request, accountId, command);
    },
  });
}
