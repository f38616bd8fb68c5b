import {
  type ErrorCode,
  type RefundResource,
  refundSchema,
  refundStatuses,
} from '@florin/contracts';
import {
  amountField,
  createdOf,
  cursorFields,
  defineRoute,
  filterField,
  idempotencyKeyOf,
  idParams,
  listReply,
  metadataField,
  oneCursor,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import { toResource } from './model.ts';
import { createRefund, getRefund, listRefunds, type RefundRouteDeps } from './operations.ts';

/** How long a processor is waited for. */
const REFUND_TIMEOUT_MS = 12_000;

const errors: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'insufficient_funds',
];

/** Longest reason, in characters. */
const REASON_LENGTH_MAX = 500;

export function refundRoutes(deps: RefundRouteDeps): readonly Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/payments/{payment_id}/refund',
      summary: 'Give money of a payment back to its payer',
      token: 'session_or_key',
      scope: 'payments:write',
      takesIdempotencyKey: true,
      timeoutMs: REFUND_TIMEOUT_MS,
      params: idParams({ payment_id: 'paymentRequest' }),
      body: z.object({
        amount: amountField.optional(),
        reason: z.string().min(1).max(REASON_LENGTH_MAX).nullish(),
        metadata: metadataField.nullish(),
      }),
      isBodyOptional: true,
      replies: { 201: refundSchema },
      errors,
      handle(request) {
        const { params, body, caller, requestId } = request;
        const { amount, reason, metadata } = body;
        const key = idempotencyKeyOf('POST /v1/payments/{payment_id}/refund', request, [
          params.payment_id,
          { ...body, amount: amount?.toString() },
        ]);
        const what = {
          reason: reason ?? null,
          metadata: (metadata ?? {}) as RefundResource['metadata'],
        };
        return createRefund(
          deps,
          {
            ...what,
            caller,
            requestId,
            paymentId: params.payment_id,
            amount: amount?.toString() ?? null,
          },
          key,
        );
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/refunds',
      summary: 'List refunds to payers, newest first',
      token: 'session_or_key',
      scope: 'payments:read',
      query: z
        .object({
          ...cursorFields('refund'),
          payment_id: filterField('paymentRequest'),
          status: z.enum(refundStatuses).optional(),
          account_id: filterField('account'),
        })
        .refine(...oneCursor),
      replies: { 200: listReply(refundSchema) },
      errors: ['invalid_request', 'unauthorized', 'forbidden'],
      async handle({ query, caller }) {
        const { payment_id: paymentId, status } = query;
        if (paymentId === null) return { status: 200, body: EMPTY };
        const { items, hasMore } = await listRefunds(deps.db, caller, {
          accountId: query.account_id,
          paymentId,
          status,
          limit: query.limit,
          after: query.starting_after,
          before: query.ending_before,
          ...createdOf(query),
        });
        const data = items.map(toResource);
        return { status: 200, body: { object: 'list', data, has_more: hasMore } };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/refunds/{refund_id}',
      summary: 'Retrieve a refund',
      token: 'session_or_key',
      scope: 'payments:read',
      params: idParams({ refund_id: 'refund' }),
      replies: { 200: refundSchema },
      errors: ['unauthorized', 'forbidden', 'not_found'],
      handle: async ({ params, caller }) => ({
        status: 200,
        body: toResource(await getRefund(deps.db, caller, params.refund_id)),
      }),
    }),
  ];
}

const EMPTY = { object: 'list', data: [], has_more: false };
