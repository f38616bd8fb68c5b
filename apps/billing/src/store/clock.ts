import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { BillingTables } from './schema.ts';

/**
 * The time by which everything in billing happens, as SQL: the database's, so that all processes
 * agree whatever their own clocks say. Tests put an instant of theirs in its place.
 */
export type SqlNow = () => RawBuilder<Date>;

export const databaseNow: SqlNow = () => sql<Date>`clock_timestamp()`;

/** The time now, in milliseconds since 1970. */
export async function readNow(db: Kysely<BillingTables>, sqlNow: SqlNow): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select (${sqlNow()})::timestamptz as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database has no time');
  return row.now.getTime();
}
