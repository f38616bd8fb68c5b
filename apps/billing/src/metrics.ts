import type { Metrics } from '@florin/service';
import type { Kysely } from 'kysely';
import { Gauge } from 'prom-client';
import type { SqlNow } from './store/clock.ts';
import { measureOverdue } from './store/measure.ts';
import type { BillingTables } from './store/schema.ts';

/** What should have been charged, renewed or ended by now. */
export function addOverdueMetrics(
  { registry, addReading }: Metrics,
  db: Kysely<BillingTables>,
  sqlNow: SqlNow,
): void {
  const registers = [registry];
  const overdue = new Gauge({
    name: 'florin_billing_overdue',
    help: 'Subscriptions with which something is due, counted up to 100000.',
    registers,
  });
  const age = new Gauge({
    name: 'florin_billing_overdue_seconds',
    help: 'For how long the subscription that is due longest has been due; 0 without any.',
    registers,
  });
  addReading({
    gauges: [overdue, age],
    async read() {
      const measure = await measureOverdue(db, sqlNow);
      overdue.set(measure.overdue);
      age.set(measure.ageSeconds);
    },
  });
}
