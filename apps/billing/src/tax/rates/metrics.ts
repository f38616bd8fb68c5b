import type { Metrics } from '@florin/service';
import { ratesAsOf, territoriesAsOf } from '@florin/tax';
import { type Kysely, sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { BillingTables } from '../../schema.ts';

const DAY_MS = 86_400_000;

/**
 * Gauges of the ages of tax tables: laws change, so a table that is never reviewed becomes wrong.
 */
export function addTaxTableMetrics(
  { registry, addReading }: Metrics,
  db: Kysely<BillingTables>,
): void {
  const age = new Gauge({
    name: 'florin_billing_tax_table_age_days',
    help: 'Days since the tax rates or the tax territories were last reviewed.',
    labelNames: ['table'],
    registers: [registry],
  });
  addReading({
    gauges: [age],
    async read() {
      const nowMs = Date.now();
      const rates = (await findTableDay(db)) ?? ratesAsOf;
      age.set({ table: 'rates' }, daysSince(rates, nowMs));
      age.set({ table: 'territories' }, daysSince(territoriesAsOf, nowMs));
    },
  });
}

function daysSince(day: string | undefined, nowMs: number): number {
  return day === undefined ? 0 : Math.floor((nowMs - Date.parse(day)) / DAY_MS);
}

/** Day on which the operator's table was reviewed or imported; undefined without one. */
async function findTableDay(db: Kysely<BillingTables>): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select coalesce(body::json ->> 'as_of', to_char(updated_at, 'YYYY-MM-DD')) as day
      from tax_tables`.execute(db);
  return rows[0]?.day;
}
