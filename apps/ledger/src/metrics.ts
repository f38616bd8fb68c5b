import type { Metrics } from '@florin/service';
import type { Kysely } from 'kysely';
import { Counter, Gauge, Histogram } from 'prom-client';
import { measureHolds, measurePartitions } from './store/measure.ts';
import type { LedgerTables } from './store/schema.ts';
import type { Writer } from './writer/create-writer.ts';
import type { Meter } from './writer/meter.ts';

/** From a lock that is free to the longest that a lock is waited for. */
const SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const COMMANDS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** What the writer measures while it works. */
export function makeMeter({ registry }: Metrics): Meter {
  const registers = [registry];
  const batchSize = new Histogram({
    name: 'florin_ledger_batch_commands',
    help: 'Commands of one database transaction.',
    buckets: COMMANDS,
    registers,
  });
  const lockWait = new Histogram({
    name: 'florin_ledger_lock_wait_seconds',
    help: 'Time until the balances of a batch were locked and read.',
    buckets: SECONDS,
    registers,
  });
  const commit = new Histogram({
    name: 'florin_ledger_commit_seconds',
    help: 'Time to write and commit a batch: mostly what the disk under Postgres takes.',
    buckets: SECONDS,
    registers,
  });
  const shed = new Counter({
    name: 'florin_ledger_shed_total',
    help: 'Commands that were refused undecided: the queue was full, or they had waited too long.',
    labelNames: ['reason'],
    registers,
  });
  // There from the start, so that the first one is an increase.
  for (const reason of ['queue_full', 'deadline']) shed.inc({ reason }, 0);
  return {
    batch: (commands) => batchSize.observe(commands),
    lockWait: (ms) => lockWait.observe(ms / 1e3),
    commit: (ms) => commit.observe(ms / 1e3),
    shed: (reason) => shed.inc({ reason }),
  };
}

/** What is known of the ledger only by asking. */
export function addLedgerMetrics(
  { registry, addReading }: Metrics,
  db: Kysely<LedgerTables>,
  writer: Pick<Writer, 'waiting'>,
): void {
  const registers = [registry];
  new Gauge({
    name: 'florin_ledger_queue_commands',
    help: 'Commands that wait for a batch in this process.',
    registers,
    collect() {
      this.set(writer.waiting());
    },
  });
  const lag = new Gauge({
    name: 'florin_ledger_settlement_lag_seconds',
    help: 'How long the oldest due payment is overdue for its settlement or end; 0 without any.',
    registers,
  });
  const ahead = new Gauge({
    name: 'florin_ledger_partitions_ahead_days',
    help: 'Days until the last partition of the table ends: nothing can be written after it.',
    labelNames: ['table'],
    registers,
  });
  addReading({
    gauges: [lag],
    async read() {
      lag.set(await measureHolds(db));
    },
  });
  addReading({
    gauges: [ahead],
    async read() {
      for (const { table, days } of await measurePartitions(db)) ahead.set({ table }, days);
    },
  });
}
