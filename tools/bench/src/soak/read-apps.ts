import type { Backlog } from './sample.ts';

export interface AppState {
  readonly heapMb: number;
  readonly backlog: Backlog;
}

const BYTES_PER_MB = 1_000_000;

/** The state of an app from its metrics; missing ones are 0. */
export function toAppState(metrics: string): AppState {
  const sumOf = (name: string, labels = '') => {
    const pattern = new RegExp(`^florin_${name}(?:\\{.*${labels}.*\\})? (\\S+)$`, 'gm');
    return [...metrics.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
  };
  return {
    heapMb: sumOf('process_memory_bytes', 'kind="heap"') / BYTES_PER_MB,
    backlog: {
      outbox: sumOf('outbox_backlog'),
      consumers: sumOf('consumer_backlog'),
      deliveries: sumOf('webhook_deliveries_pending'),
    },
  };
}

export function sumBacklogs(backlogs: readonly Backlog[]): Backlog {
  const sum = (of: keyof Backlog) => backlogs.reduce((all, backlog) => all + backlog[of], 0);
  return { outbox: sum('outbox'), consumers: sum('consumers'), deliveries: sum('deliveries') };
}
