import type { Uuid } from '@florin/contracts';
import { type Cursor, selectPage } from '@florin/database';
import type { Kysely, Selectable } from 'kysely';
import { firstIdAt } from '../domain/next-id.ts';
import type { Entry } from '../domain/submission.ts';
import type { EntryRow, LedgerTables } from './schema.ts';

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

/** The journal entries of a transaction, newest first, or from `before` on oldest first. */
export async function listEntries(
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

function toEntry(row: Selectable<EntryRow>): Entry {
  const { available, held, settled, fees, external } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    sequence: row.sequence,
    transactionId: row.transaction_id,
    kind: row.kind,
    amounts: { available, held, settled, fees, external },
    after: {
      available: row.available_after,
      held: row.held_after,
      settled: row.settled_after,
      fees: row.fees_after,
      external: row.external_after,
    },
  };
}
