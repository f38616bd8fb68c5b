import type { Caller, TransactionResource, Uuid } from '@florin/contracts';
import type { Cursor, LeaseHolder } from '@florin/database';
import { notFound, toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead } from '../access.ts';
import { checkCursor, scopeOf } from '../listing.ts';
import { type Due, makeDueRunner } from '../posting/end-due.ts';
import type { Entry } from '../posting/model.ts';
import type { Writer } from '../posting/writer.ts';
import type { LedgerTables } from '../tables.ts';
import { type Transaction, toResource } from './model.ts';
import {
  type DueHold,
  findTransaction,
  isEntryOf,
  listDueHolds,
  listEntries,
  listTransactions,
  type TransactionFilter,
} from './queries.ts';

/**
 * A transaction that the caller may see.
 * @throws AppError not_found for all others.
 */
export function makeGetTransaction(db: Kysely<LedgerTables>) {
  return async (caller: Caller, id: Uuid): Promise<Transaction> => {
    const transaction = await findTransaction(db, id);
    if (!transaction || !canRead(caller, transaction.accountId)) throw notFound('transaction');
    return transaction;
  };
}

type ListRequest = Omit<TransactionFilter, 'accountId'> & {
  /** Narrows the list to one account; null asks for one that cannot exist. */
  readonly accountId: Uuid | null | undefined;
  readonly limit: number;
};

interface TransactionPage {
  readonly object: 'list';
  readonly data: readonly TransactionResource[];
  readonly has_more: boolean;
}

const empty: TransactionPage = { object: 'list', data: [], has_more: false };

/**
 * A page of the transactions that the caller may see, newest first.
 * @throws AppError invalid_request for a cursor that names none of them.
 */
export function makeListTransactions(db: Kysely<LedgerTables>) {
  return async (caller: Caller, request: ListRequest): Promise<TransactionPage> => {
    const isListed = async (id: Uuid) => {
      const transaction = await findTransaction(db, id);
      return transaction !== undefined && canRead(caller, transaction.accountId);
    };
    await checkCursor(request, isListed, 'transaction');
    const span = scopeOf(caller, request.accountId);
    if (span === undefined) return empty;
    const filter = { ...request, accountId: span === 'all' ? null : span };
    const rows = await listTransactions(db, filter, request.limit + 1);
    const { items, hasMore } = toPage(rows, request.limit, request.before ? 'before' : 'after');
    return { object: 'list', data: items.map(toResource), has_more: hasMore };
  };
}

interface EntriesRequest extends Cursor {
  readonly limit: number;
}

interface EntriesPage {
  readonly items: readonly Entry[];
  readonly hasMore: boolean;
}

/**
 * A page of the journal entries of a transaction that the caller may see, newest first.
 * @throws AppError not_found for other transactions; invalid_request for a cursor that names none
 *   of its entries.
 */
export function makeListEntries(
  db: Kysely<LedgerTables>,
  getTransaction: ReturnType<typeof makeGetTransaction>,
) {
  return async (
    caller: Caller,
    transactionId: Uuid,
    { limit, ...cursor }: EntriesRequest,
  ): Promise<EntriesPage> => {
    const { id } = await getTransaction(caller, transactionId);
    await checkCursor(cursor, (entryId) => isEntryOf(db, id, entryId), 'entry of this transaction');
    const rows = await listEntries(db, id, cursor, limit + 1);
    return toPage(rows, limit, cursor.before === undefined ? 'after' : 'before');
  };
}

/**
 * Settles or expires the holds whose time has come. One process at a time does it, by a lease:
 * several would be right too, since a hold that another one has ended is refused, but each would do
 * the work of all. Returns whether there may be more.
 */
export function makeEndDueHolds(
  db: Kysely<LedgerTables>,
  writer: Writer,
  leaseHolder: LeaseHolder,
) {
  const endEachDue = makeDueRunner(writer, async (passedOver, rowsMax) =>
    (await listDueHolds(db, passedOver, rowsMax)).map(toDue),
  );
  return async (): Promise<boolean> => (await leaseHolder.acquire()) && (await endEachDue());
}

function toDue({ id, accountId, capture }: DueHold): Due {
  const kind = capture === 'manual' ? 'expire' : 'settle';
  return { accountId, command: { kind, transactionId: id } };
}
