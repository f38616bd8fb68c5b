import type { ReadsMeter } from '@florin/database';
import { Counter, Gauge } from 'prom-client';
import type { Metrics } from './create-metrics.ts';

/** Counts reads by place and measures the lag of standbys. */
export function addReadMetrics({ registry }: Metrics): ReadsMeter {
  const registers = [registry];
  const reads = new Counter({
    name: 'florin_database_reads_total',
    help: 'Reads that a standby may serve, by where they were served. On the primary: no standby was available and up to date.',
    labelNames: ['place'],
    registers,
  });
  const lag = new Gauge({
    name: 'florin_database_standby_lag_seconds',
    help: 'Replication lag of the standby in seconds; no value while it does not answer.',
    labelNames: ['standby'],
    registers,
  });
  // Exist from the start, so that the first read shows as an increase.
  for (const place of ['standby', 'primary']) reads.inc({ place }, 0);
  return {
    read: (place) => reads.inc({ place }),
    lag(standby, seconds) {
      if (seconds === undefined) lag.remove({ standby });
      else lag.set({ standby }, seconds);
    },
  };
}
