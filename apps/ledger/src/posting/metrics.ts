import type { Metrics } from '@florin/service';
import { Counter, Histogram } from 'prom-client';

/** Measurements of the writer. Times are in milliseconds. */
export interface Meter {
  /** A batch starts. */
  batch(commands: number): void;
  lockWait(ms: number): void;
  commit(ms: number): void;
  /** A command was rejected without a decision. */
  recordRejected(reason: 'queue_full' | 'deadline'): void;
}

/** Records the duration, including failures. */
export async function timed<Result>(
  record: (ms: number) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    record(performance.now() - startedAt);
  }
}

/** From an uncontended lock to the lock timeout. */
const SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const COMMANDS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Metrics that the writer updates as it works. */
export function makeMeter({ registry }: Metrics): Meter {
  const registers = [registry];
  const batchSize = new Histogram({
    name: 'florin_ledger_batch_commands',
    help: 'Commands per database transaction.',
    buckets: COMMANDS,
    registers,
  });
  const lockWait = new Histogram({
    name: 'florin_ledger_lock_wait_seconds',
    help: 'Seconds until the balances of a batch were locked and read.',
    buckets: SECONDS,
    registers,
  });
  const commit = new Histogram({
    name: 'florin_ledger_commit_seconds',
    help: 'Seconds to write and commit a batch, mostly the disk latency of Postgres.',
    buckets: SECONDS,
    registers,
  });
  const rejected = new Counter({
    name: 'florin_ledger_rejected_commands_total',
    help: 'Commands rejected without a decision, because the queue was full or their deadline had passed.',
    labelNames: ['reason'],
    registers,
  });
  // Present from the start, so that the first rejection is an increase.
  for (const reason of ['queue_full', 'deadline']) rejected.inc({ reason }, 0);
  return {
    batch: (commands) => batchSize.observe(commands),
    lockWait: (ms) => lockWait.observe(ms / 1e3),
    commit: (ms) => commit.observe(ms / 1e3),
    recordRejected: (reason) => rejected.inc({ reason }),
  };
}
