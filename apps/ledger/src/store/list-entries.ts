import type { Uuid } from '@florin/contracts';
import type { Kysely, Selectable } from 'kysely';
import type { Entry } from '../domain/submission.ts';
import type { EntryRow, LedgerTables } from './schema.ts';

export interface EntryWindow {
  /** Only entries older than this one. */
  readonly after: Uuid | undefined;
  /** Only entries newer than this one; the oldest of them come first. */
  readonly before: Uuid | undefined;
  readonly rowsMax: number;
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

/** The journal entries of a transaction, newest first, or from `before` on oldest first. */
export async function listEntries(
  db: Kysely<LedgerTables>,
  transactionId: Uuid,
  { after, before, rowsMax }: EntryWindow,
): Promise<readonly Entry[]> {
  let query = db.selectFrom('entries').selectAll().where('transaction_id', '=', transactionId);
  if (after !== undefined) query = query.where('id', '<', after);
  if (before !== undefined) query = query.where('id', '>', before);
  const rows = await query
    .orderBy('id', before === undefined ? 'desc' : 'asc')
    .limit(rowsMax)
    .execute();
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
