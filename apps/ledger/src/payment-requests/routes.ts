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
import { assertMayWrite, submitCommand } from '../posting/submit.ts';
import { attemptsRoute } from './attempt-routes.ts';
import { createPaymentRoute, type PaymentRouteDeps } from './create-routes.ts';
import { type PaymentRequest, toLinkedResource, toPaymentResource } from './model.ts';
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
    summary: 'List payment requests, newest first',
    description:
      'Payments of the account of the token; administrators and the role `platform` see those of all accounts, or of one by `account_id`.',
    token: 'session_or_key',
    scope: 'payments:read',
    query: z
      .object({
        ...cursorFields('paymentRequest'),
        status: z.enum(paymentRequestStatuses).optional().describe('Only those with this status.'),
        reference: referenceFilter.optional(),
        customer_email: emailField.optional().meta({
          description: 'Only those that this address was asked for, in any case of letters.',
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
  .meta({ id: 'PaymentState', description: 'How far a payment has come.' });

function getPaymentRoutes({ books, linkBase, processors }: PaymentRouteDeps) {
  return [
    defineRoute({
      ...common,
      path: '/v1/payments/{payment_id}',
      operationId: 'getPayment',
      summary: 'Retrieve a payment request',
      description:
        'A payment with the address of its page, and with what was refunded and is disputed of it. One of an account that the caller does not see is answered with `404`.',
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
        'The few members of a payment that say whether it is paid: for who asks often, or must not see the address of its page.',
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
      'Nobody can pay it any more; its page says so and `payment.canceled` is told. Repeated, it answers the same. `409` once it was paid or has failed, while somebody is paying it, and for the payment of an invoice, which is voided instead (`POST /v1/invoices/{invoice_id}/void`).',
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
