import type { Uuid } from '@florin/contracts';
import { type Kysely, sql } from 'kysely';
import type { BillingTables } from './schema.ts';
import { sqlNow } from './sql-now.ts';

/** The time now, in milliseconds since 1970. */
export interface Times {
  /** Time of a subscription: its test clock's, or else the real time. */
  readonly nowMs: number;
  readonly realMs: number;
}

/**
 * The time for objects of a test clock, or of none. Clocks only advance, so time never goes back
 * for a locked subscription.
 */
export async function readTimes(
  db: Kysely<BillingTables>,
  testClockId: Uuid | null,
): Promise<Times> {
  return (await readClocks(db, [testClockId]))(testClockId);
}

/** The time of each of these clocks. */
export async function readClocks(
  db: Kysely<BillingTables>,
  testClockIds: readonly (Uuid | null)[],
): Promise<(testClockId: Uuid | null) => Times> {
  const ids = [...new Set(testClockIds)].filter((id) => id !== null);
  const { rows } = await sql<{ real: Date; id: Uuid | null; clock: Date | null }>`
    select (${sqlNow()})::timestamptz as real, id, now_at as clock
      from (select) one left join test_clocks on id = any(${ids}::uuid[])`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database has no time');
  const realMs = row.real.getTime();
  const clocks = new Map(rows.map(({ id, clock }) => [id, clock?.getTime()]));
  return (testClockId) => ({ realMs, nowMs: clocks.get(testClockId) ?? realMs });
}
