import { transactionSchema, transactionStatuses, transactionTypes } from '@florin/contracts';
import {
  cursorFields,
  defineRoute,
  filterField,
  instantField,
  listReply,
  oneCursor,
  referenceFilter,
} from '@florin/http-api';
import { z } from 'zod';
import type { makeListTransactions } from '../operations/list-transactions.ts';

export function listTransactionsRoute(listTransactions: ReturnType<typeof makeListTransactions>) {
  return defineRoute({
    method: 'GET',
    path: '/v1/transactions',
    summary: 'List transactions, newest first',
    token: 'session_or_key',
    scope: 'transactions:read',
    query: z
      .object({
        ...cursorFields('transaction'),
        status: z.enum(transactionStatuses).optional(),
        type: z.enum(transactionTypes).optional(),
        date_from: instantField('from').optional(),
        date_to: instantField('to').optional(),
        reference: referenceFilter.optional(),
        account_id: filterField('account'),
      })
      .refine(...oneCursor),
    replies: { 200: listReply(transactionSchema) },
    errors: ['invalid_request', 'unauthorized'],
    async handle({ query, caller }) {
      const page = await listTransactions(caller, {
        accountId: query.account_id,
        limit: query.limit,
        status: query.status,
        type: query.type,
        reference: query.reference,
        from: latest(query.date_from, query.created_after),
        to: earliest(query.date_to, query.created_before),
        after: query.starting_after,
        before: query.ending_before,
      });
      return { status: 200, body: page };
    },
  });
}

/** The later of two bounds, either of which may be left out. */
function latest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
