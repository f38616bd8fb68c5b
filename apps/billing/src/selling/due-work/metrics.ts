import { COUNTED_MAX } from '@florin/database';
import type { Metrics } from '@florin/service';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { BillingTables } from '../../schema.ts';
import { sqlNow } from '../../sql-now.ts';

/** Gauges of subscriptions that should have been charged, renewed or ended by now. */
export function addOverdueMetrics(
  { registry, addReading }: Metrics,
  db: Kysely<BillingTables>,
): void {
  const registers = [registry];
  const overdue = new Gauge({
    name: 'florin_billing_overdue',
    help: 'Subscriptions with due work, counted up to 100000.',
    registers,
  });
  const age = new Gauge({
    name: 'florin_billing_overdue_seconds',
    help: 'Seconds that the oldest due subscription has waited; 0 if none is due.',
    registers,
  });
  addReading({
    gauges: [overdue, age],
    async read() {
      const measure = await measureOverdue(db, sqlNow());
      overdue.set(measure.overdue);
      age.set(measure.ageSeconds);
    },
  });
}

/** Number of subscriptions due at an instant, up to COUNTED_MAX, and the age of the oldest. */
export async function measureOverdue(
  db: Kysely<BillingTables>,
  now: RawBuilder<Date>,
): Promise<{ readonly overdue: number; readonly ageSeconds: number }> {
  const { rows } = await sql<{ overdue: bigint; age: string | null }>`
    select count(*) as overdue, extract(epoch from ${now} - min(due_at)) as age
      from (select due_at from subscriptions
             where due_at <= ${now} and test_clock_id is null
             order by due_at limit ${COUNTED_MAX}) due`.execute(db);
  const { overdue = 0n, age = null } = rows[0] ?? {};
  return { overdue: Number(overdue), ageSeconds: Number(age ?? 0) };
}
