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
import {
  assertMayWrite,
  type PostingDeps,
  submitCommand,
  type WritingRoute,
} from '../posting/submit.ts';
import type { CreateTransaction } from './model.ts';

/** The name of the body in the OpenAPI document. */
const TRANSACTION_BODY = 'NewTransaction';

/** Body of a request that creates a transaction. */
const transactionBody = z
  .object({
    account_id: idField('account'),
    amount: amountField,
    currency: currencyField,
    type: z
      .enum(transactionTypes)
      .describe(
        '`credit`: money comes in; `payment`: money is held, then taken; `refund`: settled money is available again.',
      ),
    reference: referenceField.nullish(),
    metadata: metadataField.nullish(),
    capture: z
      .enum(['automatic', 'manual'])
      .optional()
      .describe(
        'Of payments alone: `automatic`, the usual, settles by itself after a short time; `manual` is held until it is captured, for seven days at most.',
      ),
    refund_of_id: z
      .string()
      .optional()
      .meta({
        description:
          'Of refunds alone: the payment (`txn_…`) that is given back; without it, settled money at large.',
        examples: ['txn_01kaxjrtgzfgyspmkf1s6rmz0n'],
        pattern: idPatternOf('transaction'),
      }),
  })
  .meta({ id: TRANSACTION_BODY, description: 'A movement of money to record.' });

/** @throws AppError invalid_request for fields that do not fit the type. */
function toCommand(
  body: z.output<typeof transactionBody>,
  settlementDelayMs: number,
): CreateTransaction {
  const { type, amount, currency, capture, refund_of_id } = body;
  if (capture !== undefined && type !== 'payment')
    throw new AppError('invalid_request', 'capture: is for payments only');
  if (refund_of_id !== undefined && type !== 'refund')
    throw new AppError('invalid_request', 'refund_of_id: is for refunds only');
  const refundOf = refund_of_id === undefined ? null : parsePublicId('transaction', refund_of_id);
  if (refundOf === undefined)
    throw new AppError('invalid_request', 'refund_of_id: must be the id of a payment (txn_…)');
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
      'only an administrator may record credits here: LEDGER_CREDIT_BY=owner lets owners do so',
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
    summary: 'Record a credit, a payment or a refund',
    description:
      'Moves money in the balance of an account. A `credit` adds to what is available at once; a `payment` holds what is available until it settles by itself or is captured (`402` where too little is available); a `refund` gives settled money back to what is available, of one payment by `refund_of_id` (`402` where too little has settled). Send an `Idempotency-Key`: what is repeated with it is done once.',
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
      .max(ITEMS_MAX, `may hold at most ${ITEMS_MAX} transactions`)
      .meta({
        description: 'Each is done, or refused, by itself.',
        override: { type: 'array', minItems: 1, maxItems: ITEMS_MAX, items: itemSchema },
      }),
  })
  .meta({ id: 'NewTransactions', description: 'Movements of money to record at once.' });

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
    summary: 'Record up to 100 transactions, each with an outcome of its own',
    description:
      'Does what `POST /v1/transactions` does with each of up to 100, at once and independently: the answer has status and body of each, in the order sent, and one that is refused keeps none of the others. With an `Idempotency-Key` a repetition does none twice.',
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
                  description: 'HTTP status that it would have been answered with by itself.',
                  examples: [201],
                }),
                body: z
                  .record(z.string(), z.unknown())
                  .describe('What it would have been answered: a `Transaction`, or an `Error`.'),
              }),
            )
            .describe('What has become of each, in the order sent.'),
          has_more: z.literal(false).describe('Always false: nothing is left out.'),
        })
        .meta({ id: 'TransactionOutcomes', description: 'What has become of each transaction.' }),
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
