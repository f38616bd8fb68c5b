/** What the servers' processors spend, in microseconds. */
export interface Cost {
  readonly perCommand: number;
  /** However many commands are in it: round trips, planning, the commit. */
  readonly perBatch: number;
}

export interface Measured {
  readonly batch: number;
  /** Of one command. */
  readonly us: number;
}

/** The cost that is nearest to what was measured with batches of two sizes or more, by least squares. */
export function calibrate(points: readonly Measured[]): Cost {
  const xs = points.map(({ batch }) => 1 / batch);
  const meanX = mean(xs);
  const meanY = mean(points.map(({ us }) => us));
  const spread = xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0);
  if (spread === 0) throw new Error('a cost takes batches of two sizes or more');
  const perBatch =
    points.reduce((sum, { batch, us }) => sum + (1 / batch - meanX) * (us - meanY), 0) / spread;
  return { perCommand: meanY - perBatch * meanX, perBatch };
}

export function usOf({ perCommand, perBatch }: Cost, batch: number): number {
  return perCommand + perBatch / batch;
}

/** As many as a writer takes at once. */
const BATCH_MAX = 256;

export interface Layout {
  readonly workers: number;
  readonly shardsPerWorker: number;
  readonly clientsPerWorker: number;
  /** Of the ledger, each of which writes to every shard. */
  readonly processes: number;
}

/** How many commands of clients that wait for their answers come together in one batch. */
export function batchOf({ workers, shardsPerWorker, clientsPerWorker, processes }: Layout): number {
  const writers = workers * shardsPerWorker * processes;
  return Math.min(BATCH_MAX, Math.max(1, (workers * clientsPerWorker) / writers));
}

/** How many times what one worker and one process of the ledger do comes of this, for as much of each worker. */
export function speedUpOf(cost: Cost, layout: Layout): number {
  const one = batchOf({ ...layout, workers: 1, processes: 1 });
  return (layout.workers * usOf(cost, one)) / usOf(cost, batchOf(layout));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
