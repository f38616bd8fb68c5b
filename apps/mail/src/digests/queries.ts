import { sql, type Transaction } from 'kysely';
import type { Db, MailTables } from '../schema.ts';

/** Adds to today's event counts (UTC). */
export async function addToDay(
  tx: Transaction<MailTables>,
  counts: readonly (readonly [type: string, count: number])[],
): Promise<void> {
  for (const [type, count] of counts)
    await sql`
      insert into day_counts (day, type, count)
      values ((now() at time zone 'UTC')::date, ${type}, ${count})
      on conflict (day, type) do update set count = day_counts.count + excluded.count`.execute(tx);
}

export async function readDay(db: Db, day: string): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ type: string; count: bigint }>`
    select type, count from day_counts where day = ${day}::date`.execute(db);
  return new Map(rows.map(({ type, count }) => [type, count]));
}

export async function deleteDaysBefore(db: Db, day: string): Promise<void> {
  await sql`delete from day_counts where day < ${day}::date`.execute(db);
}
