import type { Metrics } from '@florin/service';
import { Counter, Gauge } from 'prom-client';
import { measurePartitions } from './partitions/partitions.ts';
import type { Writer } from './posting/writer.ts';
import type { Books } from './shards/books.ts';
import { findSettlementLag } from './transactions/queries.ts';

/** Metrics that are read from the writer or the database when they are scraped. */
export function addLedgerMetrics(
  { registry, addReading }: Metrics,
  { all }: Pick<Books, 'all'>,
  writer: Pick<Writer, 'waiting' | 'occupiedSeconds'>,
): void {
  const registers = [registry];
  new Gauge({
    name: 'florin_ledger_queue_commands',
    help: 'Commands waiting for a batch in this process.',
    registers,
    collect() {
      this.set(writer.waiting());
    },
  });
  new Counter({
    name: 'florin_ledger_command_seconds_total',
    help: 'Total seconds that commands spent in this process, from arrival to verdict; the rate is the average number of commands in progress.',
    registers,
    collect() {
      this.reset();
      this.inc(writer.occupiedSeconds());
    },
  });
  const lag = new Gauge({
    name: 'florin_ledger_settlement_lag_seconds',
    help: 'Seconds that the settlement or end of the oldest due payment is overdue; 0 if none is due.',
    registers,
  });
  const ahead = new Gauge({
    name: 'florin_ledger_partitions_ahead_days',
    help: 'Days until the last partition of the table ends; writes fail after it.',
    labelNames: ['table'],
    registers,
  });
  addReading({
    gauges: [lag],
    async read() {
      lag.set(Math.max(...(await Promise.all(all.map(findSettlementLag)))));
    },
  });
  addReading({
    gauges: [ahead],
    async read() {
      // The value of each table is its earliest end, which is set last.
      const ends = (await Promise.all(all.map(measurePartitions))).flat();
      for (const { table, days } of ends.toSorted((a, b) => b.days - a.days))
        ahead.set({ table }, days);
    },
  });
}
