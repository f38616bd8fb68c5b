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
import { toResource } from '../domain/refund.ts';
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
      description: 'Amount in minor units. Default: the rest that was not refunded yet.',
      examples: [1_000],
    }),
    reason: z
      .string()
      .min(1)
      .max(REASON_LENGTH_MAX)
      .nullish()
      .meta({
        description: 'Reason, human-readable: up to 500 characters.',
        examples: ['Arrived broken'],
      }),
    metadata: metadataField.nullish(),
  })
  .meta({ id: 'NewRefund', description: 'A refund to create.' });

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
      summary: 'Refund a payment',
      description:
        'Refunds a payment to its payer through the processor and debits the account: `amount`, or all that was not refunded yet. While the refund is `pending`, the result follows as `refund.succeeded` or `refund.failed`. `409` if the payment was not paid, has nothing left to refund, or has an open or lost dispute; `402` if the balance is too low.',
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
      summary: 'Refund an invoice',
      description:
        'Refunds the payment that paid the invoice. The amounts of the invoice do not change: to credit what was sold, create a credit note (`POST /v1/credit_notes`), which can refund too.',
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
      summary: 'List refunds',
      description:
        "Refunds of the token's account. Administrators and the role `platform` see all accounts; `account_id` selects one.",
      token: 'session_or_key',
      scope: 'payments:read',
      query: z
        .object({
          ...cursorFields('refund'),
          payment_id: filterField('paymentRequest'),
          status: z.enum(refundStatuses).optional().describe('Filter by status.'),
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
      description: 'Returns the refund.',
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
