import { COUNTED_MAX } from '@florin/database';
import type { Metrics } from '@florin/service';
import type { Kysely } from 'kysely';
import { Gauge } from 'prom-client';
import type { BillingTables } from '../../schema.ts';
import { measureReports } from './report-queries.ts';

/** Gauges of sales and reversals that are not reported to a tax engine yet. */
export function addReportMetrics(
  { registry, addReading }: Metrics,
  db: Kysely<BillingTables>,
): void {
  const registers = [registry];
  const waiting = new Gauge({
    name: 'florin_billing_tax_reports',
    help: 'Tax reports (sales and reversals) waiting for a tax engine, counted up to 100000.',
    registers,
  });
  const age = new Gauge({
    name: 'florin_billing_tax_reports_seconds',
    help: 'Age in seconds of the oldest report waiting for a tax engine; 0 if none waits.',
    registers,
  });
  addReading({
    gauges: [waiting, age],
    async read() {
      const measure = await measureReports(db, COUNTED_MAX);
      waiting.set(measure.waiting);
      age.set(measure.ageSeconds);
    },
  });
}
