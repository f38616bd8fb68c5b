import type { ErrorCode, Reply } from '@florin/contracts';
import { type ApiRequest, defineRoute, toErrorReply, validate } from '@florin/http-api';
import { z } from 'zod';
import type { CreateTransaction } from './create-transaction.ts';
import type { WritingRoute } from './submit-command.ts';
import { TRANSACTION_BODY, transactionBody } from './transaction-body.ts';

const ITEMS_MAX = 100;
const itemSchema = { $ref: `#/components/schemas/${TRANSACTION_BODY}` };

const bodySchema = z.object({
  transactions: z
    .array(
      // Each is validated by itself, so that one that is wrong does not refuse the others.
      z
        .unknown()
        .transform((sent) => ({ sent, read: () => validate(transactionBody, sent, 'body') })),
      { error: 'must be a list of transactions' },
    )
    .min(1, 'must hold at least one transaction')
    .max(ITEMS_MAX, `may hold at most ${ITEMS_MAX} transactions`)
    .meta({ override: { type: 'array', minItems: 1, maxItems: ITEMS_MAX, items: itemSchema } }),
});

type BulkRequest = ApiRequest<undefined, undefined, z.output<typeof bodySchema>>;

export function createTransactionsRoute(createTransaction: CreateTransaction) {
  const route = {
    method: 'POST',
    path: '/v1/transactions/bulk',
    errors: ['invalid_request', 'unauthorized', 'forbidden'] satisfies ErrorCode[],
  } as const;
  return defineRoute({
    ...route,
    summary: 'Record up to 100 transactions, each with an outcome of its own',
    token: 'session_or_key',
    scope: 'transactions:write',
    takesIdempotencyKey: true,
    body: bodySchema,
    formerNames: { body: { 'transactions.*.refund_of': 'transactions.*.refund_of_id' } },
    replies: {
      200: z.object({
        object: z.literal('list'),
        data: z.array(z.object({ status: z.int(), body: z.record(z.string(), z.unknown()) })),
        has_more: z.literal(false),
      }),
    },
    async handle(request) {
      const outcomes = await Promise.all(
        request.body.transactions.map((item, index) =>
          createOne(createTransaction, route, request, item, index),
        ),
      );
      const data = outcomes.map(({ status, body }) => ({ status, body }));
      return { status: 200, body: { object: 'list', data, has_more: false } };
    },
  });
}

/** What the item would have been answered by itself; its key is the request's with its index. */
async function createOne(
  createTransaction: CreateTransaction,
  route: WritingRoute,
  request: BulkRequest,
  { sent, read }: BulkRequest['body']['transactions'][number],
  index: number,
): Promise<Reply> {
  const { idempotencyKey } = request;
  try {
    return await createTransaction(route, {
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
