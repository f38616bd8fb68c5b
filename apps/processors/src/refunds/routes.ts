import {
  type ErrorCode,
  type RefundResource,
  refundSchema,
  refundStatuses,
} from '@florin/contracts';
import {
  accountFields,
  amountField,
  amountFields,
  cursorFields,
  defineRoute,
  filterField,
  idempotencyKeyOf,
  idParams,
  listBody,
  listReply,
  metadataField,
  oneCursor,
  pageOf,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import { toResource } from './model.ts';
import {
  getRefund,
  listRefunds,
  type RefundRequest,
  type RefundRouteDeps,
  refundInvoice,
  refundPayment,
} from './operations.ts';

/** Timeout that includes a call to a processor. */
const REFUND_TIMEOUT_MS = 12_000;

const errors: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'insufficient_funds',
];

/** Maximum length of a reason, in characters. */
const REASON_LENGTH_MAX = 500;

const body = z
  .object({
    amount: amountField.optional().meta({
      description: 'How much, in minor units; without it, all that was not given back yet.',
      examples: [1_000],
    }),
    reason: z
      .string()
      .min(1)
      .max(REASON_LENGTH_MAX)
      .nullish()
      .meta({
        description: 'Why, for people: up to 500 characters.',
        examples: ['Arrived broken'],
      }),
    metadata: metadataField.nullish(),
  })
  .meta({ id: 'NewRefund', description: 'How much goes back to the payer, and why.' });

/** Common settings of both refund routes. */
const refunding = {
  token: 'session_or_key',
  scope: 'payments:write',
  isRefund: true,
  takesIdempotencyKey: true,
  timeoutMs: REFUND_TIMEOUT_MS,
  body,
  isBodyOptional: true,
  replies: { 201: refundSchema },
  errors,
} as const;

interface Asked extends Pick<RefundRequest, 'caller' | 'requestId'> {
  readonly body: z.output<typeof body>;
}

function requestOf({ body, caller, requestId }: Asked): RefundRequest {
  const { amount, reason, metadata } = body;
  return {
    caller,
    requestId,
    amount: amount?.toString() ?? null,
    reason: reason ?? null,
    metadata: (metadata ?? {}) as RefundResource['metadata'],
  };
}

function keyOf(
  operation: string,
  request: Asked & Parameters<typeof idempotencyKeyOf>[1],
  id: string,
) {
  const { body } = request;
  return idempotencyKeyOf(operation, request, [id, { ...body, amount: body.amount?.toString() }]);
}

export function refundRoutes(deps: RefundRouteDeps): readonly Route[] {
  return [
    defineRoute({
      ...refunding,
      method: 'POST',
      path: '/v1/payments/{payment_id}/refund',
      operationId: 'refundPayment',
      summary: 'Give money of a payment back to its payer',
      description:
        'Takes money of the account and has the processor give it back to whoever paid: `amount`, or all that was not given back yet. Answered as it begins; `refund.succeeded` or `refund.failed` tells what came of it. `409` where nothing was paid, nothing is left, or a dispute of the payment is open or lost; `402` where the account has too little.',
      params: idParams({ payment_id: 'paymentRequest' }),
      handle(request) {
        const id = request.params.payment_id;
        const key = keyOf('POST /v1/payments/{payment_id}/refund', request, id);
        return refundPayment(deps, id, requestOf(request), key);
      },
    }),
    defineRoute({
      ...refunding,
      method: 'POST',
      path: '/v1/invoices/{invoice_id}/refund',
      operationId: 'refundInvoice',
      summary: 'Give money of an invoice back to who has paid it',
      description:
        'Does the same with the payment by which an invoice was paid. What the invoice says stays: to take back what was sold, make a credit note (`POST /v1/credit_notes`), which refunds too.',
      params: idParams({ invoice_id: 'invoice' }),
      handle(request) {
        const id = request.params.invoice_id;
        const key = keyOf('POST /v1/invoices/{invoice_id}/refund', request, id);
        return refundInvoice(deps, id, requestOf(request), key);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/refunds',
      operationId: 'listRefunds',
      onlyReads: true,
      summary: 'List refunds to payers, newest first',
      description:
        'Refunds to payers of the account of the token; administrators and the role `platform` see those of all accounts, or of one by `account_id`.',
      token: 'session_or_key',
      scope: 'payments:read',
      query: z
        .object({
          ...cursorFields('refund'),
          payment_id: filterField('paymentRequest'),
          status: z.enum(refundStatuses).optional().describe('Only those with this status.'),
          ...amountFields,
          ...accountFields,
        })
        .refine(...oneCursor),
      replies: { 200: listReply(refundSchema) },
      errors: ['invalid_request', 'unauthorized', 'forbidden'],
      async handle({ query, caller }) {
        const { payment_id: paymentId, status } = query;
        if (paymentId === null) return { status: 200, body: EMPTY };
        const page = await listRefunds(deps.db, caller, {
          accountId: query.account_id,
          paymentId,
          status,
          ...pageOf(query),
        });
        return { status: 200, body: listBody(page, toResource) };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/refunds/{refund_id}',
      operationId: 'getRefund',
      onlyReads: true,
      summary: 'Retrieve a refund',
      description: 'A refund as it is now.',
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
