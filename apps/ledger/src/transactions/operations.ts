import type { Caller, Uuid } from '@florin/contracts';
import type { PageQuery } from '@florin/database';
import {
  canRead,
  type ListPage,
  listOwned,
  notFound,
  type OwnedRequest,
  readPage,
} from '@florin/http-api';
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

/**
 * A page of the transactions that the caller may read, newest first.
 * @throws AppError invalid_request for an unknown cursor.
 */
export function listTransactions(
  books: Books,
  caller: Caller,
  request: OwnedRequest<TransactionFilter>,
): Promise<ListPage<Transaction>> {
  return listOwned(caller, request, {
    name: 'transaction',
    find: (id) => getTransaction(books, caller, id),
    select: (filter, rowsMax) =>
      selectAcross(books, filter, rowsMax, (db) => selectTransactions(db, filter, rowsMax)),
  });
}

/**
 * A page of a transaction's journal entries, newest first.
 * @throws AppError not_found if the caller may not read it; invalid_request for an unknown cursor.
 */
export async function listEntries(
  books: Books,
  caller: Caller,
  transactionId: Uuid,
  request: PageQuery,
): Promise<ListPage<Entry>> {
  const { id } = await getTransaction(books, caller, transactionId);
  const db = books.of(id);
  return readPage(request, {
    name: 'entry of this transaction',
    find: (entryId) => isEntryOf(db, id, entryId),
    select: (cursor, rowsMax) => selectEntries(db, id, cursor, rowsMax),
  });
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
