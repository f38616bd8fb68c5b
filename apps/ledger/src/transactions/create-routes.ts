import {
  AppError,
  type ErrorCode,
  idPatternOf,
  parsePublicId,
  type Reply,
  transactionSchema,
  transactionTypes,
} from '@florin/contracts';
import { objectOf } from '@florin/contracts/members';
import {
  type ApiRequest,
  amountField,
  assertMayRefund,
  currencyField,
  defineRoute,
  denied,
  idField,
  metadataField,
  notFound,
  referenceField,
  refundLimitsOf,
  toErrorReply,
  validate,
} from '@florin/http-api';
import { z } from 'zod';
import type { CreateTransaction } from '../domain/transaction/model.ts';
import {
  assertMayWrite,
  type PostingDeps,
  submitCommand,
  type WritingRoute,
} from '../posting/submit.ts';

/** The name of the body in the OpenAPI document. */
const TRANSACTION_BODY = 'NewTransaction';

/** Body of a request that creates a transaction. */
const transactionBody = z
  .object({
    account_id: idField('account').describe('Account whose balance changes (`acc_…`).'),
    amount: amountField,
    currency: currencyField,
    type: z
      .enum(transactionTypes)
      .describe(
        '`credit`: adds money; `payment`: holds money, then captures it; `refund`: makes settled money available again.',
      ),
    reference: referenceField.nullish(),
    metadata: metadataField.nullish(),
    capture: z
      .enum(['automatic', 'manual'])
      .optional()
      .describe(
        'For payments only: `automatic`, the default, settles after a short time; `manual` holds the money until it is captured, for seven days at most.',
      ),
    refund_of_id: z
      .string()
      .optional()
      .meta({
        description:
          'For refunds only: the payment (`txn_…`) to refund. Default: settled money in general.',
        examples: ['txn_01kaxjrtgzfgyspmkf1s6rmz0n'],
        pattern: idPatternOf('transaction'),
      }),
  })
  .meta({ id: TRANSACTION_BODY, description: 'A transaction to record.' });

/** @throws AppError invalid_request for fields that do not fit the type. */
function toCommand(
  body: z.output<typeof transactionBody>,
  settlementDelayMs: number,
): CreateTransaction {
  const { type, amount, currency, capture, refund_of_id } = body;
  if (capture !== undefined && type !== 'payment')
    throw new AppError('invalid_request', 'capture: is only for payments');
  if (refund_of_id !== undefined && type !== 'refund')
    throw new AppError('invalid_request', 'refund_of_id: is only for refunds');
  const refundOf = refund_of_id === undefined ? null : parsePublicId('transaction', refund_of_id);
  if (refundOf === undefined)
    throw new AppError('invalid_request', 'refund_of_id: must be a payment id (txn_…)');
  return {
    kind: 'create',
    type,
    amount,
    currency,
    reference: body.reference ?? null,
    metadata: body.metadata ?? {},
    capture: capture ?? 'automatic',
    settlementDelayMs,
    refundOf,
  };
}

export interface CreateTransactionDeps extends PostingDeps {
  /** How long a payment with automatic capture stays pending. */
  readonly settlementDelayMs: number;
  /** Callers that may record credits: those of the account, or admins only. */
  readonly creditBy: 'owner' | 'admin';
}

/**
 * Creates one transaction, alone or as one of many.
 * @throws AppError for everything that leaves no trace.
 */
async function createTransaction(
  deps: CreateTransactionDeps,
  route: WritingRoute,
  request: ApiRequest<undefined, undefined, z.output<typeof transactionBody>>,
): Promise<Reply> {
  const { body, caller } = request;
  if (body.account_id === undefined) throw notFound('account');
  assertMayWrite(route, caller, body.account_id);
  if (body.type === 'credit' && deps.creditBy === 'admin' && caller.role !== 'admin')
    throw denied(
      route,
      'only an administrator can record credits here; the setting LEDGER_CREDIT_BY=owner allows owners',
    );
  const command = toCommand(body, deps.settlementDelayMs);
  if (body.type === 'refund') assertMayRefund(refundLimitsOf(caller), body.amount);
  return submitCommand(deps, route, request, body.account_id, command);
}

export function createTransactionRoute(deps: CreateTransactionDeps) {
  const route = {
    method: 'POST',
    path: '/v1/transactions',
    errors: [
      'invalid_request',
      'currency_mismatch',
      'unauthorized',
      'insufficient_funds',
      'not_found',
    ] satisfies ErrorCode[],
  } as const;
  return defineRoute({
    ...route,
    operationId: 'createTransaction',
    summary: 'Create a transaction',
    description:
      'Moves money in the balance of an account. A `credit` adds to the available balance at once; a `payment` holds available money until it settles automatically or is captured (`402` if too little is available); a `refund` returns settled money to the available balance, of one payment with `refund_of_id` (`402` if too little has settled). Send an `Idempotency-Key`, so that a retry does not move money twice.',
    token: 'session_or_key',
    scope: 'transactions:write',
    takesIdempotencyKey: true,
    body: transactionBody,
    replies: { 201: transactionSchema },
    handle: (request) => createTransaction(deps, route, request),
  });
}

const ITEMS_MAX = 100;
const itemSchema = { $ref: `#/components/schemas/${TRANSACTION_BODY}` };

const bodySchema = z
  .object({
    transactions: z
      .array(
        // Each is validated separately, so that an invalid one does not refuse the others.
        z
          .unknown()
          .transform((sent) => ({ sent, read: () => validate(transactionBody, sent, 'body') })),
        { error: 'must be a list of transactions' },
      )
      .min(1, 'must hold at least one transaction')
      .max(ITEMS_MAX, `must hold at most ${ITEMS_MAX} transactions`)
      .meta({
        description: 'Transactions to record. Each succeeds or fails independently.',
        override: { type: 'array', minItems: 1, maxItems: ITEMS_MAX, items: itemSchema },
      }),
  })
  .meta({ id: 'NewTransactions', description: 'A batch of transactions to record.' });

type BulkRequest = ApiRequest<undefined, undefined, z.output<typeof bodySchema>>;

export function createTransactionsRoute(deps: CreateTransactionDeps) {
  const route = {
    method: 'POST',
    path: '/v1/transactions/bulk',
    errors: ['invalid_request', 'unauthorized', 'forbidden'] satisfies ErrorCode[],
  } as const;
  return defineRoute({
    ...route,
    operationId: 'createTransactions',
    summary: 'Create up to 100 transactions',
    description:
      'Does the same as `POST /v1/transactions` for up to 100 transactions, independently of each other: the response has the status and body of each in request order, and a refused transaction does not affect the others. With an `Idempotency-Key`, a retry records none twice.',
    token: 'session_or_key',
    scope: 'transactions:write',
    takesIdempotencyKey: true,
    body: bodySchema,
    replies: {
      200: z
        .object({
          object: objectOf('list'),
          data: z
            .array(
              z.object({
                status: z.int().meta({
                  description: 'HTTP status that a single request would have had.',
                  examples: [201],
                }),
                body: z
                  .record(z.string(), z.unknown())
                  .describe(
                    'Response body that a single request would have had: a `Transaction` or an `Error`.',
                  ),
              }),
            )
            .describe('Results in request order.'),
          has_more: z.literal(false).describe('Always false: all results are included.'),
        })
        .meta({ id: 'TransactionOutcomes', description: 'Results of a batch of transactions.' }),
    },
    async handle(request) {
      const outcomes = await Promise.all(
        request.body.transactions.map((item, index) =>
          createItem(deps, route, request, item, index),
        ),
      );
      const data = outcomes.map(({ status, body }) => ({ status, body }));
      return { status: 200, body: { object: 'list', data, has_more: false } };
    },
  });
}

/** The reply that the item would get alone; its key is the request's key with its index. */
async function createItem(
  deps: CreateTransactionDeps,
  route: WritingRoute,
  request: BulkRequest,
  { sent, read }: BulkRequest['body']['transactions'][number],
  index: number,
): Promise<Reply> {
  const { idempotencyKey } = request;
  try {
    return await createTransaction(deps, route, {
      ...request,
      body: read(),
      sent: { ...request.sent, body: sent },
      idempotencyKey: idempotencyKey === undefined ? undefined : `${idempotencyKey}#${index}`,
    });
  } catch (error) {
    const reply = toErrorReply(error);
    if (reply.status === 500) throw error;
    return reply;
  }
}
