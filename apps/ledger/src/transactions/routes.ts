import {
  isLive,
  toPublicId,
  transactionSchema,
  transactionStatuses,
  transactionTypes,
} from '@florin/contracts';
import {
  accountFields,
  amountFields,
  cursorFields,
  defineRoute,
  idParams,
  instantField,
  listBody,
  listReply,
  oneCursor,
  pageOf,
  type Route,
  referenceFilter,
} from '@florin/http-api';
import { toJsonAmount } from '@florin/money';
import { z } from 'zod';
import type { Amounts } from '../balances/model.ts';
import { timeOfId } from '../posting/ids.ts';
import type { Entry } from '../posting/model.ts';
import type { PostingDeps } from '../posting/submit.ts';
import {
  cancelTransactionRoute,
  captureTransactionRoute,
  updateTransactionRoute,
} from './change-routes.ts';
import {
  type CreateTransactionDeps,
  createTransactionRoute,
  createTransactionsRoute,
} from './create-routes.ts';
import { toResource } from './model.ts';
import { getTransaction, listEntries, listTransactions } from './operations.ts';

/** Every route about transactions. */
export function transactionRoutes(deps: CreateTransactionDeps): readonly Route[] {
  return [
    listTransactionsRoute(deps),
    createTransactionRoute(deps),
    createTransactionsRoute(deps),
    listEntriesRoute(deps),
    getTransactionRoute(deps),
    updateTransactionRoute(deps),
    cancelTransactionRoute(deps),
    captureTransactionRoute(deps),
  ];
}

type ReadDeps = Pick<PostingDeps, 'db'>;

function listTransactionsRoute({ db }: ReadDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/transactions',
    operationId: 'listTransactions',
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
        ...amountFields,
        ...accountFields,
      })
      .refine(...oneCursor),
    replies: { 200: listReply(transactionSchema) },
    errors: ['invalid_request', 'unauthorized'],
    async handle({ query, caller }) {
      const page = await listTransactions(db, caller, {
        accountId: query.account_id,
        status: query.status,
        type: query.type,
        reference: query.reference,
        ...pageOf(query),
        // Bounds of their own, which the index of ids finds.
        createdAfter: undefined,
        createdBefore: undefined,
        from: latest(query.date_from, query.created_after),
        to: earliest(query.date_to, query.created_before),
      });
      return { status: 200, body: listBody(page, toResource) };
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

function getTransactionRoute({ db }: ReadDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/transactions/{transaction_id}',
    operationId: 'getTransaction',
    summary: 'Retrieve a transaction',
    token: 'session_or_key',
    scope: 'transactions:read',
    params: idParams({ transaction_id: 'transaction' }),
    replies: { 200: transactionSchema },
    errors: ['unauthorized', 'not_found'],
    async handle({ params, caller }) {
      const transaction = await getTransaction(db, caller, params.transaction_id);
      return { status: 200, body: toResource(transaction) };
    },
  });
}

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
  livemode: z.boolean(),
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

function listEntriesRoute({ db }: ReadDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/transactions/{transaction_id}/entries',
    operationId: 'listTransactionEntries',
    summary: 'List the journal entries of a transaction, newest first',
    token: 'session_or_key',
    scope: 'transactions:read',
    params: idParams({ transaction_id: 'transaction' }),
    query: z.object(cursorFields('entry')).refine(...oneCursor),
    replies: { 200: listReply(entrySchema) },
    errors: ['invalid_request', 'unauthorized', 'not_found'],
    async handle({ caller, params, query }) {
      const page = await listEntries(db, caller, params.transaction_id, pageOf(query));
      return { status: 200, body: listBody(page, toEntryResource) };
    },
  });
}

function toEntryResource(entry: Entry): z.output<typeof entrySchema> {
  return {
    id: toPublicId('entry', entry.id),
    object: 'entry',
    livemode: isLive(entry.accountId),
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
