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

const errors = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
] satisfies ErrorCode[];

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
    summary: 'Update a transaction',
    description:
      'Changes the reference or the metadata; amount, currency and type cannot change: `409`. `metadata` is merged by key: omitted keys stay, an empty string or null removes a key. Publishes `transaction.updated` if a value changed.',
    token: 'session_or_key',
    scope: 'transactions:write',
    takesIdempotencyKey: true,
    params: idParams({ transaction_id: 'transaction' }),
    // Validated after the transaction is found, so that 404 comes first.
    body: z.record(z.string(), z.unknown()).meta({
      id: 'TransactionUpdate',
      description: 'Changes to a transaction.',
      override: {
        type: 'object',
        additionalProperties: false,
        properties: {
          reference: {
            type: ['string', 'null'],
            minLength: 1,
            maxLength: 255,
            description: 'Your own reference: 1 to 255 characters; null removes it.',
          },
          metadata: {
            type: ['object', 'null'],
            description:
              'Merged by key: an empty string or null removes a key, null for the whole object removes all.',
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
      'Releases the hold of a pending payment: the money is available again and `transaction.canceled` is published. `409` `not_cancellable` if it is not pending.',
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
          message: z.string().describe('Human-readable result.'),
        })
        .meta({ id: 'CanceledTransaction', description: 'A canceled transaction.' }),
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
    errors,
  } as const;
  return defineRoute({
    ...route,
    operationId: 'captureTransaction',
    summary: 'Capture a held payment',
    description:
      'Captures the hold of a pending payment, or `amount` of it: that amount settles, the rest is available again, and `transaction.succeeded` is published. Possible once, within seven days with `capture: manual`; `409` if it is not pending.',
    token: 'session_or_key',
    scope: 'transactions:write',
    takesIdempotencyKey: true,
    params: idParams({ transaction_id: 'transaction' }),
    body: z
      .object({
        amount: amountField.optional().meta({
          description: 'Amount to capture, in minor units. Default: the whole hold.',
          examples: [1_000],
        }),
      })
      .meta({ id: 'TransactionCapture', description: 'Options of a capture.' }),
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
    errors,
  } as const;
  return defineRoute({
    ...route,
    operationId: 'expireTransaction',
    summary: 'Expire a hold of a test account at once',
    description:
      'Does now what normally happens seven days after an uncaptured payment with `capture: manual`: it fails with `capture_expired`, the held money is available again, and `transaction.failed` is published. Test accounts only: `400` for a live account. `409` if it is not pending, or settles automatically.',
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
          'only holds of test accounts can expire at once; this one is live, cancel it with DELETE instead',
        );
      const command = { kind: 'expire', transactionId, isEarly: true } as const;
      return submitCommand(deps, route, request, accountId, command);
    },
  });
}
