import { measureMonths } from '@florin/database';
import type { Metrics } from '@florin/service';
import { type Kysely, sql } from 'kysely';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { DeliveryStatus } from './domain/delivery.ts';
import { LOG_TABLES } from './retention/retention.ts';
import type { WebhooksTables } from './schema.ts';

const LAG_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3_600];

/** Histogram of the age of events when they are logged. */
export function addLagMetrics({ registry }: Metrics): (ms: number) => void {
  const lag = new Histogram({
    name: 'florin_event_lag_seconds',
    help: 'Seconds from an event to its entry in the public log.',
    buckets: LAG_SECONDS,
    registers: [registry],
  });
  return (ms) => lag.observe(Math.max(0, ms) / 1e3);
}

/** Gauge of the time until the prepared months of the log end. */
export function addMonthMetrics(
  { registry, addReading }: Metrics,
  db: Kysely<WebhooksTables>,
): void {
  const ahead = new Gauge({
    name: 'florin_log_partitions_ahead_days',
    help: 'Days until the last monthly partition of the table ends; writes fail after it.',
    labelNames: ['table'],
    registers: [registry],
  });
  addReading({
    gauges: [ahead],
    async read() {
      for (const table of LOG_TABLES) ahead.set({ table }, await measureMonths(db, table));
    },
  });
}

export function addStreamMetrics({ registry }: Metrics, count: () => number): void {
  new Gauge({
    name: 'florin_event_streams',
    help: 'Open event streams of this process.',
    registers: [registry],
    collect() {
      this.set(count());
    },
  });
}

/** Gauges of pending deliveries; returns a counter of attempts by the delivery's new status. */
export function addDeliveryMetrics(
  { registry, addReading }: Metrics,
  db: Kysely<WebhooksTables>,
): (status: DeliveryStatus) => void {
  const registers = [registry];
  const pending = new Gauge({
    name: 'florin_webhook_deliveries_pending',
    help: 'Pending webhook deliveries, counted up to 100000.',
    registers,
  });
  const lag = new Gauge({
    name: 'florin_webhook_lag_seconds',
    help: 'Seconds that the oldest endpoint queue has waited for a process; 0 if none waits.',
    registers,
  });
  addReading({
    gauges: [pending, lag],
    async read() {
      const measure = await measureDeliveries(db);
      pending.set(measure.pending);
      lag.set(measure.lagSeconds);
    },
  });
  const attempts = new Counter({
    name: 'florin_webhook_attempts_total',
    help: 'Attempts to deliver events, by the resulting delivery status; pending is retried.',
    labelNames: ['status'],
    registers,
  });
  for (const status of ['delivered', 'pending', 'dead']) attempts.inc({ status }, 0);
  return (status) => attempts.inc({ status });
}

/** Counting stops here, which keeps the query short. */
const COUNTED_MAX = 100_000;

export interface DeliveriesMeasure {
  /** Counted up to COUNTED_MAX. */
  readonly pending: number;
  /** Seconds since the longest waiting queue without a lease became due; 0 without any. */
  readonly lagSeconds: number;
}

export async function measureDeliveries(db: Kysely<WebhooksTables>): Promise<DeliveriesMeasure> {
  const { rows } = await sql<{ pending: bigint; lag: number | null }>`
    select (select count(*) from (
              select from deliveries where status = 'pending' limit ${COUNTED_MAX}) waiting) pending,
           (select extract(epoch from now() - min(greatest(due_at, leased_until)))::float8
              from endpoint_queues
             where due_at <= now() and (leased_until is null or leased_until < now())) lag`.execute(
    db,
  );
  return { pending: Number(rows[0]?.pending ?? 0n), lagSeconds: rows[0]?.lag ?? 0 };
}
