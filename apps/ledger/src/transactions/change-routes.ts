import { type ErrorCode, transactionSchema } from '@florin/contracts';
import {
  amountField,
  defineRoute,
  idParams,
  metadataField,
  referenceField,
  validate,
} from '@florin/http-api';
import { z } from 'zod';
import { assertMayWrite, type PostingDeps, submitCommand } from '../posting/submit.ts';
import { getTransaction } from './operations.ts';

const changeSchema = z.object({
  reference: referenceField.nullish(),
  metadata: metadataField.nullish(),
});
const FIXED_FIELDS = ['amount', 'currency', 'type'];
const answered = new Set(Object.keys(transactionSchema.shape));

export function updateTransactionRoute(deps: PostingDeps) {
  const route = {
    method: 'PATCH',
    path: '/v1/transactions/{transaction_id}',
    errors: ['invalid_request', 'unauthorized', 'not_found', 'conflict'] satisfies ErrorCode[],
  } as const;
  return defineRoute({
    ...route,
    operationId: 'updateTransaction',
    summary: 'Change the reference or the metadata of a transaction',
    token: 'session_or_key',
    scope: 'transactions:write',
    takesIdempotencyKey: true,
    params: idParams({ transaction_id: 'transaction' }),
    // Looked at only when the transaction is known to be there: 404 comes first.
    body: z.record(z.string(), z.unknown()).meta({
      override: {
        type: 'object',
        additionalProperties: false,
        properties: {
          reference: { type: ['string', 'null'], maxLength: 255 },
          metadata: { type: ['object', 'null'], description: 'Merged by key; null deletes.' },
        },
      },
    }),
    replies: { 200: transactionSchema },
    async handle(request) {
      const transactionId = request.params.transaction_id;
      const { accountId } = await getTransaction(deps.db, request.caller, transactionId);
      assertMayWrite(route, request.caller, accountId);
      const command = { kind: 'update', transactionId, ...toChange(request.body) } as const;
      return submitCommand(deps, route, request, accountId, command);
    },
  });
}

/** Naming a fixed field is refused before anything else in the body is looked at. */
function toChange(body: Readonly<Record<string, unknown>>) {
  const fixedFields = FIXED_FIELDS.filter((name) => Object.hasOwn(body, name));
  const { reference, metadata } =
    fixedFields.length > 0
      ? { reference: undefined, metadata: undefined }
      : validate(changeSchema, body, 'body', answered);
  return { fixedFields, reference, metadata };
}

export function cancelTransactionRoute(deps: PostingDeps) {
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
    operationId: 'cancelTransaction',
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
      const { accountId } = await getTransaction(deps.db, request.caller, transactionId);
      assertMayWrite(route, request.caller, accountId);
      return submitCommand(deps, route, request, accountId, { kind: 'cancel', transactionId });
    },
  });
}

export function captureTransactionRoute(deps: PostingDeps) {
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
    operationId: 'captureTransaction',
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
      const { accountId } = await getTransaction(deps.db, request.caller, transactionId);
      assertMayWrite(route, request.caller, accountId);
      const amount = request.body.amount ?? null;
      const command = { kind: 'capture', transactionId, amount } as const;
      return submitCommand(deps, route, request, accountId, command);
    },
  });
}
