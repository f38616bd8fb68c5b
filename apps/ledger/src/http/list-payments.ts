import { linkedPaymentRequestSchema, paymentRequestStatuses } from '@florin/contracts';
import {
  createdOf,
  cursorFields,
  defineRoute,
  filterField,
  listReply,
  oneCursor,
  referenceFilter,
} from '@florin/http-api';
import { z } from 'zod';
import { toLinkedResource } from '../domain/payment-request.ts';
import type { makeListPayments } from '../operations/list-payments.ts';

export function listPaymentsRoute(
  listPayments: ReturnType<typeof makeListPayments>,
  linkBase: string,
) {
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
