import type { Found } from './find-lost.ts';
import type { Sample, TableState } from './sample.ts';

/** A sample of a run without problems. */
export function sampleOf(atSeconds: number, differences: Partial<Sample> = {}): Sample {
  return {
    atSeconds,
    reads: { count: 700, p50: 2, p99: 10 },
    writes: { count: 200, p50: 5, p99: 20 },
    errors: {},
    unsent: 0,
    busyPercent: 50,
    othersPercent: 2,
    processes: {
      ledger: { residentMb: 150, heapMb: 60, processorPercent: 20 },
      nats: { residentMb: 30, heapMb: null, processorPercent: 2 },
    },
    postgresPercent: 30,
    backlog: { outbox: 1, consumers: 0, deliveries: 2 },
    database: {
      bytes: { ledger: 1_000 * atSeconds, webhooks: 500 * atSeconds },
      walBytes: 4_000 * atSeconds,
      transactions: 2 * atSeconds,
      tables: [tableOf({})],
    },
    natsBytes: 300 * atSeconds,
    diskBytes: 50_000_000,
    ...differences,
  };
}

export function tableOf(differences: Partial<TableState>): TableState {
  return {
    name: 'ledger.balances',
    deadRows: 40,
    changes: 0,
    threshold: 150,
    autovacuums: 3,
    lastAutovacuum: '12:00:00',
    ...differences,
  };
}

/** Half an hour, a sample every ten seconds. */
export function samplesOf(
  differences: (atSeconds: number) => Partial<Sample> = () => ({}),
): readonly Sample[] {
  return Array.from({ length: 180 }, (_, index) => {
    const atSeconds = 10 * (index + 1);
    return sampleOf(atSeconds, differences(atSeconds));
  });
}

export const nothingLost: Found = {
  lost: {
    undone: 0,
    violations: 0,
    renewalsNotChargedOnce: 0,
    events: 0,
    deadLetters: 0,
    deliveriesMissing: 0,
    deliveriesTooMany: 0,
    deliveriesUnsigned: 0,
  },
  kept: { renewals: 100, events: 5_000, deliveries: 300, deliveriesAgain: 1, drainSeconds: 2 },
};
