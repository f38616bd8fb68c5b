import { toPublicId } from '@florin/contracts';
import {
  createdOf,
  cursorFields,
  defineRoute,
  idParams,
  listReply,
  oneCursor,
} from '@florin/http-api';
import { toJsonAmount } from '@florin/money';
import { z } from 'zod';
import type { Amounts } from '../domain/balance.ts';
import { timeOfId } from '../domain/next-id.ts';
import type { Entry } from '../domain/submission.ts';
import type { makeListEntries } from '../operations/list-entries.ts';

const amountsSchema = z.object({
  available: z.int(),
  held: z.int(),
  settled: z.int(),
  fees: z.int(),
  external: z.int(),
});

const entrySchema = z.object({
  id: z.string(),
  object: z.literal('entry'),
  account_id: z.string(),
  transaction_id: z.string(),
  /** Counts an account's entries without gaps. */
  sequence: z.int(),
  kind: z.string(),
  /** Minor units moved into each part of the balance; they add up to zero. */
  postings: amountsSchema,
  /** What each part held afterwards. */
  balance_after: amountsSchema,
  created_at: z.iso.datetime(),
});

export function listEntriesRoute(listEntries: ReturnType<typeof makeListEntries>) {
  return defineRoute({
    method: 'GET',
    path: '/v1/transactions/{transaction_id}/entries',
    summary: 'List the journal entries of a transaction, newest first',
    token: 'session_or_key',
    scope: 'transactions:read',
    params: idParams({ transaction_id: 'transaction' }),
    query: z.object(cursorFields('entry')).refine(...oneCursor),
    replies: { 200: listReply(entrySchema) },
    errors: ['invalid_request', 'unauthorized', 'not_found'],
    async handle({ caller, params, query }) {
      const { limit, starting_after: after, ending_before: before } = query;
      const { items, hasMore } = await listEntries(caller, params.transaction_id, {
        limit,
        after,
        before,
        ...createdOf(query),
      });
      const body = { object: 'list', data: items.map(toResource), has_more: hasMore };
      return { status: 200, body };
    },
  });
}

function toResource(entry: Entry): z.output<typeof entrySchema> {
  return {
    id: toPublicId('entry', entry.id),
    object: 'entry',
    account_id: toPublicId('account', entry.accountId),
    transaction_id: toPublicId('transaction', entry.transactionId),
    sequence: Number(entry.sequence),
    kind: entry.kind,
    postings: toJson(entry.amounts),
    balance_after: toJson(entry.after),
    created_at: new Date(timeOfId(entry.id)).toISOString(),
  };
}

function toJson({ available, held, settled, fees, external }: Amounts) {
  return {
    available: toJsonAmount(available),
    held: toJsonAmount(held),
    settled: toJsonAmount(settled),
    fees: toJsonAmount(fees),
    external: toJsonAmount(external),
  };
}
