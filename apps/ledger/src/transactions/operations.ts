import type { Caller, Uuid } from '@florin/contracts';
import type { Cursor } from '@florin/database';
import { canRead, checkCursor, notFound, scopeOf, toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import type { Entry } from '../domain/batch/model.ts';
import type { Transaction } from '../domain/transaction/model.ts';
import type { Due, ListDue } from '../posting/end-due.ts';
import type { DueHold, KnownHolds } from '../posting/known-holds.ts';
import type { LedgerTables } from '../schema/tables.ts';
import { type Books, selectAcross } from '../shards/books.ts';
import {
  findDueHolds,
  findTransaction,
  isEntryOf,
  selectEntries,
  selectTransactions,
  type TransactionFilter,
} from './queries.ts';

/**
 * A transaction that the caller may read.
 * @throws AppError not_found otherwise.
 */
export async function getTransaction(books: Books, caller: Caller, id: Uuid): Promise<Transaction> {
  const transaction = await findTransaction(books.of(id), id);
  if (!transaction || !canRead(caller, transaction.accountId)) throw notFound('transaction');
  return transaction;
}

type ListRequest = Omit<TransactionFilter, 'accountId'> & {
  /** Limits the list to one account; null matches none. */
  readonly accountId: Uuid | null | undefined;
  readonly limit: number;
};

interface TransactionPage {
  readonly items: readonly Transaction[];
  readonly hasMore: boolean;
}

/**
 * A page of the transactions that the caller may read, newest first.
 * @throws AppError invalid_request for an unknown cursor.
 */
export async function listTransactions(
  books: Books,
  caller: Caller,
  request: ListRequest,
): Promise<TransactionPage> {
  const isListed = async (id: Uuid) => {
    const transaction = await findTransaction(books.of(id), id);
    return transaction !== undefined && canRead(caller, transaction.accountId);
  };
  await checkCursor(request, isListed, 'transaction');
  const scope = scopeOf(caller, request.accountId);
  if (scope === undefined) return { items: [], hasMore: false };
  const filter = { ...request, accountId: scope === 'all' ? null : scope };
  const rowsMax = request.limit + 1;
  const rows = await selectAcross(books, filter, rowsMax, (db) =>
    selectTransactions(db, filter, rowsMax),
  );
  return toPage(rows, request.limit, request.before ? 'before' : 'after');
}

interface EntriesRequest extends Cursor {
  readonly limit: number;
}

interface EntriesPage {
  readonly items: readonly Entry[];
  readonly hasMore: boolean;
}

/**
 * A page of a transaction's journal entries, newest first.
 * @throws AppError not_found if the caller may not read it; invalid_request for an unknown cursor.
 */
export async function listEntries(
  books: Books,
  caller: Caller,
  transactionId: Uuid,
  { limit, ...cursor }: EntriesRequest,
): Promise<EntriesPage> {
  const { id } = await getTransaction(books, caller, transactionId);
  const db = books.of(id);
  await checkCursor(cursor, (entryId) => isEntryOf(db, id, entryId), 'entry of this transaction');
  const rows = await selectEntries(db, id, cursor, limit + 1);
  return toPage(rows, limit, cursor.before === undefined ? 'after' : 'before');
}

/** The interval between searches for holds, so that each is known before it is due. */
const LOOK_AHEAD_MS = 250;
/** Interval for finding holds of other processes while this process has enough of its own. */
const OTHERS_EVERY_MS = 2_000;

/**
 * Lists commands for holds that are due or soon will be, without those of some accounts. If this
 * process created all holds, the database is rarely queried.
 */
export function makeListDueHolds(db: Kysely<LedgerTables>, holds: KnownHolds): ListDue {
  let asksAgainAtMs = 0;
  return async (excludedAccountIds, rowsMax) => {
    const known = holds.listDue(excludedAccountIds, rowsMax, LOOK_AHEAD_MS);
    if (known.length > 0 && performance.now() < asksAgainAtMs) return known.map(toDue);
    const found = await findDueHolds(db, excludedAccountIds, rowsMax, LOOK_AHEAD_MS);
    const isListed = new Set(known.map(({ id }) => id));
    // This process knows its own upcoming holds exactly; for overdue ones, the database decides.
    const others = found.filter(
      ({ id, dueInMs }) => !isListed.has(id) && (dueInMs <= 0 || !holds.has(id)),
    );
    asksAgainAtMs = others.length > 0 ? 0 : performance.now() + OTHERS_EVERY_MS;
    return [...known, ...others].toSorted((a, b) => a.dueInMs - b.dueInMs).map(toDue);
  };
}

function toDue({ id, accountId, dueInMs, capture }: DueHold): Due {
  const kind = capture === 'manual' ? 'expire' : 'settle';
  return { accountId, dueInMs, command: { kind, transactionId: id } };
}
