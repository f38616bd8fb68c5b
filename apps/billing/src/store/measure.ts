import { COUNTED_MAX } from '@florin/database';
import { type Kysely, sql } from 'kysely';
import type { SqlNow } from './clock.ts';
import type { BillingTables } from './schema.ts';

/** What is due by the real time: how many, up to COUNTED_MAX, and for how long the first of them. */
export async function measureOverdue(
  db: Kysely<BillingTables>,
  sqlNow: SqlNow,
): Promise<{ readonly overdue: number; readonly ageSeconds: number }> {
  const { rows } = await sql<{ overdue: bigint; age: string | null }>`
    select count(*) as overdue, extract(epoch from ${sqlNow()} - min(due_at)) as age
      from (select due_at from subscriptions
             where due_at <= ${sqlNow()} and test_clock_id is null
             order by due_at limit ${COUNTED_MAX}) due`.execute(db);
  const { overdue = 0n, age = null } = rows[0] ?? {};
  return { overdue: Number(overdue), ageSeconds: Number(age ?? 0) };
}
