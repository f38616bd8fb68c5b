import {
  isLive,
  timeOfId,
  toPublicId,
  transactionSchema,
  transactionStatuses,
  transactionTypes,
} from '@florin/contracts';
import {
  accountId,
  createdAt,
  idOf,
  livemode,
  minorUnits,
  objectOf,
  ownId,
} from '@florin/contracts/members';
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
import type { Entry } from '../posting/model.ts';
import type { PostingDeps } from '../posting/submit.ts';
import {
  cancelTransactionRoute,
  captureTransactionRoute,
  expireTransactionRoute,
  updateTransactionRoute,
} from './change-routes.ts';
import {
  type CreateTransactionDeps,
  createTransactionRoute,
  createTransactionsRoute,
} from './create-routes.ts';
import { toResource } from './model.ts';
import { getTransaction, listEntries, listTransactions } from './operations.ts';

/** All routes of transactions. */
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
    expireTransactionRoute(deps),
  ];
}

type ReadDeps = Pick<PostingDeps, 'books'>;

function listTransactionsRoute({ books }: ReadDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/transactions',
    operationId: 'listTransactions',
    onlyReads: true,
    summary: 'List transactions, newest first',
    description:
      'Transactions of the account of the token; administrators and the role `platform` see those of all accounts, or of one by `account_id`. `date_from` and `date_to` are `created_after` and `created_before` by other names: where both are sent, both count.',
    token: 'session_or_key',
    scope: 'transactions:read',
    query: z
      .object({
        ...cursorFields('transaction'),
        status: z.enum(transactionStatuses).optional().describe('Only those with this status.'),
        type: z.enum(transactionTypes).optional().describe('Only those of this type.'),
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
      const page = await listTransactions(books, caller, {
        accountId: query.account_id,
        status: query.status,
        type: query.type,
        reference: query.reference,
        ...pageOf(query),
        // Separate bounds, which the index of ids supports.
        createdAfter: undefined,
        createdBefore: undefined,
        from: latest(query.date_from, query.created_after),
        to: earliest(query.date_to, query.created_before),
      });
      return { status: 200, body: listBody(page, toResource) };
    },
  });
}

/** The later of two optional bounds. */
function latest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function getTransactionRoute({ books }: ReadDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/transactions/{transaction_id}',
    operationId: 'getTransaction',
    onlyReads: true,
    summary: 'Retrieve a transaction',
    description:
      'A transaction as it is now. One of an account that the caller does not see is answered with `404`.',
    token: 'session_or_key',
    scope: 'transactions:read',
    params: idParams({ transaction_id: 'transaction' }),
    replies: { 200: transactionSchema },
    errors: ['unauthorized', 'not_found'],
    async handle({ params, caller }) {
      const transaction = await getTransaction(books, caller, params.transaction_id);
      return { status: 200, body: toResource(transaction) };
    },
  });
}

const amountsSchema = z
  .object({
    available: minorUnits('What can be spent'),
    held: minorUnits('What pending payments hold'),
    settled: minorUnits('What payments have taken, and refunds can give back'),
    fees: minorUnits('What the platform has charged'),
    external: minorUnits('What came from outside', 'Negative: the counterpart of all the others.'),
  })
  .meta({ id: 'BalanceParts', description: 'The parts of a balance, or what moves into each.' });

const entrySchema = z
  .object({
    id: ownId('entry', 'entry'),
    object: objectOf('entry'),
    livemode,
    account_id: accountId,
    transaction_id: idOf('transaction', 'Transaction whose step it is'),
    sequence: z.int().describe('Its number among the entries of the account, from 1 without gaps.'),
    kind: z.string().meta({
      description:
        'Which step: credit, hold, capture, settle, release, refund, charge, set_aside, withdraw, pay_out, return or deposit.',
      examples: ['hold'],
    }),
    postings: amountsSchema.describe(
      'What moves into each part, negative for what moves out; it adds up to zero.',
    ),
    balance_after: amountsSchema.describe('What each part held afterwards.'),
    created_at: createdAt,
  })
  .meta({
    id: 'Entry',
    description: 'A line of the journal: what a step of a transaction did to the balance.',
  });

function listEntriesRoute({ books }: ReadDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/transactions/{transaction_id}/entries',
    operationId: 'listTransactionEntries',
    onlyReads: true,
    summary: 'List the journal entries of a transaction, newest first',
    description:
      'What each step of a transaction did to the balance of its account. Entries add up to zero and never change.',
    token: 'session_or_key',
    scope: 'transactions:read',
    params: idParams({ transaction_id: 'transaction' }),
    query: z.object(cursorFields('entry')).refine(...oneCursor),
    replies: { 200: listReply(entrySchema) },
    errors: ['invalid_request', 'unauthorized', 'not_found'],
    async handle({ caller, params, query }) {
      const page = await listEntries(books, caller, params.transaction_id, pageOf(query));
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
