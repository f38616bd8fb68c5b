import type { Uuid } from '@florin/contracts';
import { type Cursor, selectPage } from '@florin/database';
import { type Kysely, sql } from 'kysely';
import type { Entry } from '../domain/batch/model.ts';
import { firstIdAt } from '../domain/ids.ts';
import type {
  Transaction,
  TransactionStatus,
  TransactionType,
} from '../domain/transaction/model.ts';
import type { DueHold } from '../posting/known-holds.ts';
import type { LedgerTables } from '../schema/tables.ts';
import { type TransactionRow, toEntry, toTransaction } from '../schema/transaction-rows.ts';

export async function findTransaction(
  db: Kysely<LedgerTables>,
  id: Uuid,
): Promise<Transaction | undefined> {
  const row = await db
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toTransaction(row);
}

export interface TransactionFilter extends Cursor {
  /** Null for all accounts. */
  readonly accountId: Uuid | null;
  readonly status: TransactionStatus | undefined;
  readonly type: TransactionType | undefined;
  readonly reference: string | undefined;
  /** Creation time, milliseconds since 1970, inclusive. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Matching transactions, newest first, or from the cursor `before` on oldest first. */
export async function selectTransactions(
  db: Kysely<LedgerTables>,
  filter: TransactionFilter,
  rowsMax: number,
): Promise<readonly Transaction[]> {
  const { accountId, status, type, reference, from, to, ...cursor } = filter;
  let query = db.selectFrom('transactions').selectAll();
  if (accountId !== null) query = query.where('account_id', '=', accountId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (type !== undefined) query = query.where('type', '=', type);
  if (reference !== undefined) query = query.where('reference', '=', reference);
  // Ids begin with their time, so a time range is a range of the same index.
  if (from !== undefined) query = query.where('id', '>=', firstIdAt(from));
  if (to !== undefined) query = query.where('id', '<', firstIdAt(to + 1));
  const rows = await selectPage(query, cursor, rowsMax).execute();
  return rows.map(toTransaction);
}

type DueHoldRow = Pick<TransactionRow, 'id' | 'account_id' | 'capture'> & { due_in_ms: number };

/**
 * Holds due within this time, oldest first, without those of some accounts. Lock-free, since
 * deciding checks again. Reads in index order, which skips ended rows not vacuumed yet.
 */
export async function findDueHolds(
  db: Kysely<LedgerTables>,
  excludedAccountIds: readonly Uuid[],
  rowsMax: number,
  withinMs: number,
): Promise<readonly DueHold[]> {
  // Not clock_timestamp(): a volatile function cannot bound the index.
  const isSought = sql`status = 'pending' and account_id <> all(${excludedAccountIds}::uuid[])`;
  // Planned each time: a cached plan would scan a whole month that was empty when it was planned.
  const { rows } = await sql<DueHoldRow>`
    select id, account_id, capture,
           (extract(epoch from due_at - now()) * 1000)::float8 as due_in_ms
      from transactions
     where ${isSought} and due_at <= now() + ${withinMs} * interval '1 millisecond'
       and due_at >= (select due_at from transactions where ${isSought} order by due_at limit 1)
     order by due_at limit ${rowsMax}`.execute(db);
  return rows.map(({ id, account_id, due_in_ms, capture }) => ({
    id,
    accountId: account_id,
    dueInMs: due_in_ms,
    capture,
  }));
}

export async function isEntryOf(
  db: Kysely<LedgerTables>,
  transactionId: Uuid,
  id: Uuid,
): Promise<boolean> {
  const row = await db
    .selectFrom('entries')
    .select('id')
    .where('id', '=', id)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Journal entries of a transaction, newest first, or from `before` on oldest first. */
export async function selectEntries(
  db: Kysely<LedgerTables>,
  transactionId: Uuid,
  { createdAfter, createdBefore, ...cursor }: Cursor,
  rowsMax: number,
): Promise<readonly Entry[]> {
  let entries = db.selectFrom('entries').selectAll().where('transaction_id', '=', transactionId);
  // An entry was created at the time in its id.
  if (createdAfter !== undefined) entries = entries.where('id', '>=', firstIdAt(createdAfter));
  if (createdBefore !== undefined) entries = entries.where('id', '<', firstIdAt(createdBefore + 1));
  const rows = await selectPage(entries, cursor, rowsMax).execute();
  return rows.map(toEntry);
}

/** Seconds since the longest overdue hold was due; 0 if none is. */
export async function findSettlementLag(db: Kysely<LedgerTables>): Promise<number> {
  const { rows } = await sql<{ lag: string | null }>`
    select extract(epoch from now() - due_at) as lag from transactions
     where status = 'pending' and due_at <= now()
     order by due_at limit 1`.execute(db);
  return Number(rows[0]?.lag ?? 0);
}
