import {
  type ErrorCode,
  linkedPaymentRequestSchema,
  paymentRequestStatuses,
} from '@florin/contracts';
import {
  createdOf,
  cursorFields,
  defineRoute,
  filterField,
  idParams,
  listReply,
  oneCursor,
  type Route,
  referenceFilter,
} from '@florin/http-api';
import { z } from 'zod';
import { type PageOperations, payRoutes } from '../payment-page/routes.ts';
import { assertMayWrite, submitCommand } from '../posting/submit.ts';
import type { Writer } from '../posting/writer.ts';
import { createPaymentRoute } from './create-routes.ts';
import { toLinkedResource, toPaymentResource } from './model.ts';
import type { makeGetPayment, makeListPayments } from './operations.ts';

export interface PaymentOperations extends PageOperations {
  readonly writer: Writer;
  readonly getPayment: ReturnType<typeof makeGetPayment>;
  readonly listPayments: ReturnType<typeof makeListPayments>;
}

/** Every route about payment requests. `linkBase` is what the address of each page begins with. */
export function paymentRoutes(operations: PaymentOperations, linkBase: string): readonly Route[] {
  const { writer, getPayment, listPayments } = operations;
  return [
    listPaymentsRoute(listPayments, linkBase),
    createPaymentRoute(writer, operations, linkBase),
    ...getPaymentRoutes(getPayment, linkBase),
    cancelPaymentRoute(writer, getPayment, linkBase),
    ...payRoutes(operations, linkBase),
  ];
}

function listPaymentsRoute(listPayments: ReturnType<typeof makeListPayments>, linkBase: string) {
  return defineRoute({
    method: 'GET',
    path: '/v1/payments',
    summary: 'List payment requests, newest first',
    token: 'session_or_key',
    scope: 'payments:read',
    query: z
      .object({
        ...cursorFields('paymentRequest'),
        status: z.enum(paymentRequestStatuses).optional(),
        reference: referenceFilter.optional(),
        account_id: filterField('account'),
      })
      .refine(...oneCursor),
    replies: { 200: listReply(linkedPaymentRequestSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const { items, hasMore } = await listPayments(caller, {
        accountId: query.account_id,
        limit: query.limit,
        status: query.status,
        reference: query.reference,
        after: query.starting_after,
        before: query.ending_before,
        ...createdOf(query),
      });
      const data = items.map((payment) => toLinkedResource(payment, linkBase));
      return { status: 200, body: { object: 'list', data, has_more: hasMore } };
    },
  });
}

/** What the two routes have in common. */
const common = {
  method: 'GET',
  token: 'session_or_key',
  scope: 'payments:read',
  params: idParams({ payment_id: 'paymentRequest' }),
} as const;

const statusSchema = linkedPaymentRequestSchema
  .pick({ id: true, status: true, amount: true, currency: true, reference: true, updated_at: true })
  .required();

function getPaymentRoutes(getPayment: ReturnType<typeof makeGetPayment>, linkBase: string) {
  return [
    defineRoute({
      ...common,
      path: '/v1/payments/{payment_id}',
      summary: 'Retrieve a payment request',
      replies: { 200: linkedPaymentRequestSchema },
      errors: ['unauthorized', 'forbidden', 'not_found'],
      async handle({ params, caller }) {
        const payment = await getPayment(caller, params.payment_id);
        return { status: 200, body: toLinkedResource(payment, linkBase) };
      },
    }),
    defineRoute({
      ...common,
      path: '/v1/payments/{payment_id}/status',
      summary: 'Retrieve the status of a payment request',
      replies: { 200: statusSchema },
      errors: ['unauthorized', 'not_found'],
      async handle({ params, caller }) {
        const payment = toPaymentResource(await getPayment(caller, params.payment_id));
        const { id, status, amount, currency, reference, updated_at } = payment;
        return { status: 200, body: { id, status, amount, currency, reference, updated_at } };
      },
    }),
  ];
}

function cancelPaymentRoute(
  writer: Writer,
  getPayment: ReturnType<typeof makeGetPayment>,
  linkBase: string,
) {
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
    summary: 'Cancel a pending payment request',
    token: 'session_or_key',
    scope: 'payments:write',
    takesIdempotencyKey: true,
    params: idParams({ payment_id: 'paymentRequest' }),
    replies: { 200: linkedPaymentRequestSchema },
    async handle(request) {
      const paymentId = request.params.payment_id;
      const { accountId } = await getPayment(request.caller, paymentId);
      assertMayWrite(route, request.caller, accountId);
      const command = { kind: 'cancel_payment', paymentId, by: 'client', linkBase } as const;
      return submitCommand(writer, route, request, accountId, command);
    },
  });
}
