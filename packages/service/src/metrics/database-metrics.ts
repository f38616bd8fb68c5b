import {
  countDeadLetters,
  type Database,
  type InboxTables,
  type LeaseHolder,
  type LeaseTables,
  listLeases,
  measureOutboxes,
  measureSagas,
  type OutboxTables,
  type SagaTables,
} from '@florin/database';
import type { Kysely } from 'kysely';
import { Gauge } from 'prom-client';
import type { Metrics } from './create-metrics.ts';

/** Used connections of the pool and the work that waits for one. */
export function addPoolMetrics(
  { registry }: Metrics,
  ...databases: readonly Pick<Database<unknown>, 'pool'>[]
): void {
  const sum = (read: (pool: Database<unknown>['pool']) => number) =>
    databases.reduce((total, { pool }) => total + read(pool), 0);
  new Gauge({
    name: 'florin_database_connections',
    help: 'Postgres connections of this process: open ones, and the maximum.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set(
        { state: 'idle' },
        sum((pool) => pool.idleCount),
      );
      this.set(
        { state: 'busy' },
        sum((pool) => pool.totalCount - pool.idleCount),
      );
      this.set(
        { state: 'max' },
        sum((pool) => pool.options.max),
      );
    },
  });
  new Gauge({
    name: 'florin_database_waiting',
    help: 'Work in this process that is waiting for a Postgres connection.',
    registers: [registry],
    collect() {
      this.set(sum((pool) => pool.waitingCount));
    },
  });
}

/** Unpublished events. */
export function addOutboxMetrics(
  { registry, addReading }: Metrics,
  outboxes: readonly Kysely<OutboxTables>[],
): void {
  const registers = [registry];
  const backlog = new Gauge({
    name: 'florin_outbox_backlog',
    help: 'Unpublished events of the service, counted up to 100000.',
    registers,
  });
  const age = new Gauge({
    name: 'florin_outbox_age_seconds',
    help: 'Age of the oldest unpublished event in seconds; 0 if there is none.',
    registers,
  });
  addReading({
    gauges: [backlog, age],
    async read() {
      const measure = await measureOutboxes(outboxes);
      backlog.set(measure.backlog);
      age.set(measure.ageSeconds);
    },
  });
}

/** Unfinished saga runs. */
export function addSagaMetrics({ registry, addReading }: Metrics, db: Kysely<SagaTables>): void {
  const registers = [registry];
  const open = new Gauge({
    name: 'florin_saga_runs_open',
    help: 'Unfinished saga runs, counted up to 100000.',
    registers,
  });
  const age = new Gauge({
    name: 'florin_saga_runs_age_seconds',
    help: 'Age of the oldest unfinished saga run in seconds; 0 if there is none.',
    registers,
  });
  addReading({
    gauges: [open, age],
    async read() {
      const measure = await measureSagas(db);
      open.set(measure.open);
      age.set(measure.ageSeconds);
    },
  });
}

/** Dead letters of this consumer. */
export function addDeadLetterMetrics(
  { registry, addReading }: Metrics,
  db: Kysely<InboxTables>,
  consumer: string,
): void {
  const letters = new Gauge({
    name: 'florin_dead_letters',
    help: 'Dead letters: events that could not be handled, counted up to 100000.',
    labelNames: ['consumer'],
    registers: [registry],
  });
  addReading({
    gauges: [letters],
    async read() {
      const counts = await countDeadLetters(db);
      letters.set({ consumer }, 0);
      for (const count of counts) letters.set({ consumer: count.consumer }, count.letters);
    },
  });
}

/** Leases of exclusive work. */
export function addLeaseMetrics(
  { registry, addReading }: Metrics,
  db: Kysely<LeaseTables>,
  leaseHolders: readonly LeaseHolder[],
): void {
  const registers = [registry];
  const labelNames = ['lease'];
  new Gauge({
    name: 'florin_lease_held_seconds',
    help: 'Seconds for which this process has held the lease; 0 if it does not hold it.',
    labelNames,
    registers,
    collect() {
      for (const { lease, heldMs } of leaseHolders)
        this.set({ lease: lease.name }, (heldMs() ?? 0) / 1e3);
    },
  });
  const left = new Gauge({
    name: 'florin_lease_left_seconds',
    help: 'Seconds until the lease expires, for any holder; negative once it has expired.',
    labelNames,
    registers,
  });
  addReading({
    gauges: [left],
    async read() {
      const leases = await listLeases(db);
      for (const { name, secondsLeft } of leases) left.set({ lease: name }, secondsLeft);
    },
  });
}
