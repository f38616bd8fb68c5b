import { AppError, type ErrorCode, isLive, transactionSchema } from '@florin/contracts';
import { instant, ownId } from '@florin/contracts/members';
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
    description:
      'Changes what the account keeps with a transaction; amount, currency and type are fixed for good, and naming one is answered with `409`. Members of `metadata` are merged: what is not named stays, an empty string or null takes a member away. `transaction.updated` is told where something has changed.',
    token: 'session_or_key',
    scope: 'transactions:write',
    takesIdempotencyKey: true,
    params: idParams({ transaction_id: 'transaction' }),
    // Validated after the transaction is found, so that 404 comes first.
    body: z.record(z.string(), z.unknown()).meta({
      id: 'TransactionUpdate',
      description: 'What is to change of a transaction.',
      override: {
        type: 'object',
        additionalProperties: false,
        properties: {
          reference: {
            type: ['string', 'null'],
            minLength: 1,
            maxLength: 255,
            description: 'What you call it: 1 to 255 characters; null takes it away.',
          },
          metadata: {
            type: ['object', 'null'],
            description:
              'Merged by name: an empty string or null for a member takes it away, null for all takes all away.',
          },
        },
      },
    }),
    replies: { 200: transactionSchema },
    async handle(request) {
      const transactionId = request.params.transaction_id;
      const { accountId } = await getTransaction(deps.books, request.caller, transactionId);
      assertMayWrite(route, request.caller, accountId);
      const command = { kind: 'update', transactionId, ...toChange(request.body) } as const;
      return submitCommand(deps, route, request, accountId, command);
    },
  });
}

/** A fixed field is refused before the rest of the body is checked. */
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
    description:
      'Lets go what a pending payment holds: the money is available again and `transaction.canceled` is told. `409` `not_cancellable` for whatever is not pending any more.',
    token: 'session_or_key',
    scope: 'transactions:write',
    takesIdempotencyKey: true,
    params: idParams({ transaction_id: 'transaction' }),
    replies: {
      200: z
        .object({
          id: ownId('transaction', 'transaction'),
          status: z.literal('canceled').describe('Always `canceled`.'),
          canceled_at: instant('When it was canceled (RFC 3339, UTC).'),
          message: z.string().describe('What was done, for people.'),
        })
        .meta({ id: 'CanceledTransaction', description: 'That a transaction was canceled.' }),
    },
    async handle(request) {
      const transactionId = request.params.transaction_id;
      const { accountId } = await getTransaction(deps.books, request.caller, transactionId);
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
    description:
      'Takes what a pending payment holds, or `amount` of it: that settles, the rest is available again, and `transaction.succeeded` is told. It happens once, within seven days for `capture: manual`; what is not pending is answered with `409`.',
    token: 'session_or_key',
    scope: 'transactions:write',
    takesIdempotencyKey: true,
    params: idParams({ transaction_id: 'transaction' }),
    body: z
      .object({
        amount: amountField.optional().meta({
          description: 'How much is taken, in minor units: all that is held, unless it says less.',
          examples: [1_000],
        }),
      })
      .meta({ id: 'TransactionCapture', description: 'How much of a held payment is taken.' }),
    isBodyOptional: true,
    replies: { 200: transactionSchema },
    async handle(request) {
      const transactionId = request.params.transaction_id;
      const { accountId } = await getTransaction(deps.books, request.caller, transactionId);
      assertMayWrite(route, request.caller, accountId);
      const amount = request.body.amount ?? null;
      const command = { kind: 'capture', transactionId, amount } as const;
      return submitCommand(deps, route, request, accountId, command);
    },
  });
}

export function expireTransactionRoute(deps: PostingDeps) {
  const route = {
    method: 'POST',
    path: '/v1/transactions/{transaction_id}/expire',
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
    operationId: 'expireTransaction',
    summary: 'Let a held payment of a test account expire at once',
    description:
      'What happens seven days after a payment with `capture: manual` that nobody captures, without the wait: it fails with `capture_expired`, what it held is available again, and `transaction.failed` is told. For test accounts alone: `400` for a live one. `409` for what is not pending any more, and for what settles by itself.',
    token: 'session_or_key',
    scope: 'transactions:write',
    takesIdempotencyKey: true,
    params: idParams({ transaction_id: 'transaction' }),
    replies: { 200: transactionSchema },
    async handle(request) {
      const transactionId = request.params.transaction_id;
      const { accountId } = await getTransaction(deps.books, request.caller, transactionId);
      assertMayWrite(route, request.caller, accountId);
      if (isLive(accountId))
        throw new AppError(
          'invalid_request',
          'only holds of test accounts expire at once: this one is live, cancel it by DELETE instead',
        );
      const command = { kind: 'expire', transactionId, isEarly: true } as const;
      return submitCommand(deps, route, request, accountId, command);
    },
  });
}
