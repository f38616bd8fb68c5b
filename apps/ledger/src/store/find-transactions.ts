import type { Uuid } from '@florin/contracts';
import { type Cursor, selectPage } from '@florin/database';
import type { Kysely } from 'kysely';
import { firstIdAt } from '../domain/next-id.ts';
import type { Transaction, TransactionStatus, TransactionType } from '../domain/transaction.ts';
import { toTransaction } from './rows.ts';
import type { LedgerTables } from './schema.ts';

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
  /** Null spans all accounts. */
  readonly accountId: Uuid | null;
  readonly status: TransactionStatus | undefined;
  readonly type: TransactionType | undefined;
  readonly reference: string | undefined;
  /** Creation, milliseconds since 1970, inclusive. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Transactions that match, newest first, or from the cursor `before` on oldest first. */
export async function listTransactions(
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
  // Ids begin with their time, so a range of time is a range of the same index.
  if (from !== undefined) query = query.where('id', '>=', firstIdAt(from));
  if (to !== undefined) query = query.where('id', '<', firstIdAt(to + 1));
  const rows = await selectPage(query, cursor, rowsMax).execute();
  return rows.map(toTransaction);
}

export interface DueHold {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly capture: 'automatic' | 'manual' | null;
}

/**
 * Holds whose time has come, oldest first, without those of some accounts. Read without locks:
 * deciding them checks again.
 */
export async function listDueHolds(
  db: Kysely<LedgerTables>,
  passedOver: readonly Uuid[],
  rowsMax: number,
): Promise<readonly DueHold[]> {
  const rows = await db
    .selectFrom('transactions')
    .select(['id', 'account_id', 'capture'])
    .where('status', '=', 'pending')
    // Not clock_timestamp(): as a volatile function it could not bound the index.
    .where('due_at', '<=', (row) => row.fn<Date>('now'))
    .where('account_id', '!=', (row) => row.fn<Uuid>('all', [row.val(passedOver)]))
    .orderBy('due_at')
    .limit(rowsMax)
    .execute();
  return rows.map(({ id, account_id, capture }) => ({ id, accountId: account_id, capture }));
}
