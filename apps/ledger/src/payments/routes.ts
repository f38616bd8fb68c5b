import {
  type ErrorCode,
  linkedPaymentRequestSchema,
  paymentRequestStatuses,
  toPublicId,
} from '@florin/contracts';
import {
  accountFields,
  amountFields,
  cursorFields,
  defineRoute,
  emailField,
  filterField,
  idParams,
  listBody,
  listReply,
  oneCursor,
  pageOf,
  type Route,
  referenceFilter,
} from '@florin/http-api';
import { z } from 'zod';
import {
  type PaymentRequest,
  toLinkedResource,
  toPaymentResource,
} from '../domain/payment-request/model.ts';
import { assertMayWrite, submitCommand } from '../posting/submit.ts';
import { attemptsRoute } from './attempt-routes.ts';
import { createPaymentRoute, type PaymentRouteDeps } from './create-routes.ts';
import { findMoneyBack } from './money-back.ts';
import { getPayment, listPayments } from './operations.ts';

/** All routes of payment requests. */
export function paymentRoutes(deps: PaymentRouteDeps): readonly Route[] {
  return [
    listPaymentsRoute(deps),
    createPaymentRoute(deps),
    ...getPaymentRoutes(deps),
    attemptsRoute(deps),
    cancelPaymentRoute(deps),
  ];
}

function listPaymentsRoute({ books, linkBase, processors }: PaymentRouteDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/payments',
    operationId: 'listPayments',
    onlyReads: true,
    summary: 'List payment requests',
    description:
      "Payment requests of the token's account, newest first. Administrators and the role `platform` see all accounts; `account_id` selects one.",
    token: 'session_or_key',
    scope: 'payments:read',
    query: z
      .object({
        ...cursorFields('paymentRequest'),
        status: z.enum(paymentRequestStatuses).optional().describe('Filter by status.'),
        reference: referenceFilter.optional(),
        customer_email: emailField.optional().meta({
          description: 'Filter by customer email, case-insensitive.',
        }),
        customer_id: filterField('customer'),
        ...amountFields,
        ...accountFields,
      })
      .refine(...oneCursor),
    replies: { 200: listReply(linkedPaymentRequestSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller, requestId }) {
      const { customer_id: customer } = query;
      const page = await listPayments(books, caller, {
        accountId: query.account_id,
        status: query.status,
        reference: query.reference,
        customerEmail: query.customer_email,
        customerId: customer && toPublicId('customer', customer),
        ...pageOf(query),
      });
      const moneyBackOf = await findMoneyBack(processors, page.items, requestId);
      const show = (one: PaymentRequest) => toLinkedResource(one, linkBase, moneyBackOf(one));
      return { status: 200, body: listBody(page, show) };
    },
  });
}

/** Shared definition of both routes. */
const common = {
  method: 'GET',
  onlyReads: true,
  token: 'session_or_key',
  scope: 'payments:read',
  params: idParams({ payment_id: 'paymentRequest' }),
} as const;

const statusSchema = linkedPaymentRequestSchema
  .pick({ id: true, status: true, amount: true, currency: true, reference: true, updated_at: true })
  .required()
  .meta({ id: 'PaymentState', description: 'Status of a payment request.' });

function getPaymentRoutes({ books, linkBase, processors }: PaymentRouteDeps) {
  return [
    defineRoute({
      ...common,
      path: '/v1/payments/{payment_id}',
      operationId: 'getPayment',
      summary: 'Retrieve a payment request',
      description:
        'A payment request with the URL of its page, and its refunded and disputed amounts. `404` if the caller cannot read its account.',
      replies: { 200: linkedPaymentRequestSchema },
      errors: ['unauthorized', 'forbidden', 'not_found'],
      async handle({ params, caller, requestId }) {
        const payment = await getPayment(books, caller, params.payment_id);
        const moneyBackOf = await findMoneyBack(processors, [payment], requestId);
        return { status: 200, body: toLinkedResource(payment, linkBase, moneyBackOf(payment)) };
      },
    }),
    defineRoute({
      ...common,
      path: '/v1/payments/{payment_id}/status',
      operationId: 'getPaymentStatus',
      summary: 'Retrieve the status of a payment request',
      description:
        'The status fields of a payment request, for frequent polling or for callers that must not see the URL of its page.',
      replies: { 200: statusSchema },
      errors: ['unauthorized', 'not_found'],
      async handle({ params, caller }) {
        const payment = toPaymentResource(await getPayment(books, caller, params.payment_id));
        const { id, status, amount, currency, reference, updated_at } = payment;
        return { status: 200, body: { id, status, amount, currency, reference, updated_at } };
      },
    }),
  ];
}

function cancelPaymentRoute(deps: PaymentRouteDeps) {
  const { linkBase } = deps;
  const route = {
    method: 'POST',
    path: '/v1/payments/{payment_id}/cancel',
    errors: [
      'invalid_request',
      'unauthorized',
      'forbidden',
      'not_found',
      'conflict',
      'not_cancellable',
    ] satisfies ErrorCode[],
  } as const;
  return defineRoute({
    ...route,
    operationId: 'cancelPayment',
    summary: 'Cancel a pending payment request',
    description:
      'The payment request can no longer be paid; its page shows this and `payment.canceled` is published. Idempotent. `409` if it was paid or has failed, while a customer is paying it, and for the payment of an invoice: void the invoice instead (`POST /v1/invoices/{invoice_id}/void`).',
    token: 'session_or_key',
    scope: 'payments:write',
    takesIdempotencyKey: true,
    params: idParams({ payment_id: 'paymentRequest' }),
    replies: { 200: linkedPaymentRequestSchema },
    async handle(request) {
      const paymentId = request.params.payment_id;
      const { accountId } = await getPayment(deps.books, request.caller, paymentId);
      assertMayWrite(route, request.caller, accountId);
      const command = { kind: 'cancel_payment', paymentId, by: 'client', linkBase } as const;
      return submitCommand(deps, route, request, accountId, command);
    },
  });
}
