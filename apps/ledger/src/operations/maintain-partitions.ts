import { type Kysely, sql } from 'kysely';
import type { LedgerTables } from '../store/schema.ts';

const MONTHS_AHEAD = 3;
const DAYS_AHEAD = 7;
/** A key is remembered for seven days; the day it was used on ends later than it began. */
const REPLIES_KEPT_DAYS = 8;

/** Makes the partitions of today and of the time to come: nothing can be written without them. */
export async function ensurePartitions(db: Kysely<LedgerTables>): Promise<void> {
  await sql`select ledger.make_partitions(${MONTHS_AHEAD}, ${DAYS_AHEAD})`.execute(db);
}

/** The same, and drops the keys past their time. */
export async function maintainPartitions(db: Kysely<LedgerTables>): Promise<void> {
  await ensurePartitions(db);
  await sql`select ledger.drop_old_replies(${REPLIES_KEPT_DAYS})`.execute(db);
}
