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
import type { Amounts } from '../domain/balance.ts';
import type { Entry } from '../domain/batch/model.ts';
import { toResource } from '../domain/transaction/model.ts';
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
    summary: 'List transactions',
    description:
      "Transactions of the token's account, newest first. Administrators and the role `platform` see all accounts; `account_id` selects one. `date_from` and `date_to` are aliases of `created_after` and `created_before`: if both are sent, both apply.",
    token: 'session_or_key',
    scope: 'transactions:read',
    query: z
      .object({
        ...cursorFields('transaction'),
        status: z.enum(transactionStatuses).optional().describe('Filter by status.'),
        type: z.enum(transactionTypes).optional().describe('Filter by type.'),
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
    description: 'Returns the transaction. `404` if the caller cannot read its account.',
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
    available: minorUnits('Available money'),
    held: minorUnits('Money held by pending payments'),
    settled: minorUnits('Captured payments that refunds can return'),
    fees: minorUnits('Charges of the platform'),
    external: minorUnits('Money from outside', 'Negative: the counterpart of the other parts.'),
  })
  .meta({ id: 'BalanceParts', description: 'The parts of a balance, or changes to them.' });

const entrySchema = z
  .object({
    id: ownId('entry', 'entry'),
    object: objectOf('entry'),
    livemode,
    account_id: accountId,
    transaction_id: idOf('transaction', 'Transaction of the entry'),
    sequence: z.int().describe('Entry number within the account, from 1 without gaps.'),
    kind: z.string().meta({
      description:
        'Step: credit, hold, capture, settle, release, refund, charge, set_aside, withdraw, pay_out, return or deposit.',
      examples: ['hold'],
    }),
    postings: amountsSchema.describe(
      'Change to each part of the balance, negative for debits; the sum is zero.',
    ),
    balance_after: amountsSchema.describe('Balance after the entry.'),
    created_at: createdAt,
  })
  .meta({
    id: 'Entry',
    description: 'A journal entry: the effect of one step of a transaction on the balance.',
  });

function listEntriesRoute({ books }: ReadDeps) {
  return defineRoute({
    method: 'GET',
    path: '/v1/transactions/{transaction_id}/entries',
    operationId: 'listTransactionEntries',
    onlyReads: true,
    summary: 'List the journal entries of a transaction',
    description:
      'The effect of each step of a transaction on the balance, newest first. The parts of an entry sum to zero; entries never change.',
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
