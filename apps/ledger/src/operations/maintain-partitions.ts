import { inBackground } from '@florin/database';
import { type Kysely, sql } from 'kysely';
import { measurePartitions } from '../store/measure.ts';
import type { LedgerTables } from '../store/schema.ts';

const MONTHS_AHEAD = 3;
const DAYS_AHEAD = 7;
/** A key is remembered for seven days; the day it was used on ends later than it began. */
const REPLIES_KEPT_DAYS = 8;

/** Makes the partitions of today and of the time to come: nothing can be written without them. */
export async function ensurePartitions(db: Kysely<LedgerTables>): Promise<void> {
  await inBackground(db, (tx) =>
    sql`select ledger.make_partitions(${MONTHS_AHEAD}, ${DAYS_AHEAD})`.execute(tx),
  );
}

/**
 * The same, and drops the keys past their time.
 * @throws Error that names what little is left, once it is less than it should be.
 */
export async function maintainPartitions(db: Kysely<LedgerTables>): Promise<void> {
  try {
    await ensurePartitions(db);
    await inBackground(db, (tx) =>
      sql`select ledger.drop_old_replies(${REPLIES_KEPT_DAYS})`.execute(tx),
    );
  } catch (cause) {
    await assertPartitionsAhead(db, cause);
    throw cause;
  }
  await assertPartitionsAhead(db);
}

async function assertPartitionsAhead(db: Kysely<LedgerTables>, cause?: unknown): Promise<void> {
  const ending = (await measurePartitions(db)).filter(({ days }) => days < DAYS_AHEAD);
  if (ending.length === 0) return;
  const left = ending.map(({ table, days }) => `${table} for ${days.toFixed(1)} days`).join(', ');
  throw new Error(`nothing can be written once partitions end, which are there of ${left} only`, {
    cause,
  });
}
