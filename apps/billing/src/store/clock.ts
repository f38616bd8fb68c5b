import type { Uuid } from '@florin/contracts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { BillingTables } from './schema.ts';

/**
 * The time by which everything in billing happens, as SQL: the database's, so that all processes
 * agree whatever their own clocks say. Tests put an instant of theirs in its place.
 */
export type SqlNow = () => RawBuilder<Date>;

export const databaseNow: SqlNow = () => sql<Date>`clock_timestamp()`;

/** The time now, in milliseconds since 1970. */
export interface Times {
  /** By which a subscription lives: its test clock's, or else the real one. */
  readonly nowMs: number;
  readonly realMs: number;
}

/**
 * The time for what belongs to a test clock, or to none. A clock only goes forward, so a
 * subscription that was locked before never sees time go back.
 */
export async function readTimes(
  db: Kysely<BillingTables>,
  sqlNow: SqlNow,
  testClockId: Uuid | null,
): Promise<Times> {
  const { rows } = await sql<{ real: Date; clock: Date | null }>`
    select (${sqlNow()})::timestamptz as real,
           (select now_at from test_clocks where id = ${testClockId}::uuid) as clock`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database has no time');
  const realMs = row.real.getTime();
  return { realMs, nowMs: row.clock?.getTime() ?? realMs };
}
