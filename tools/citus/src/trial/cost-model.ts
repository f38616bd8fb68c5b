/** Processor time of the servers in microseconds. */
export interface Cost {
  readonly perCommand: number;
  /** Independent of the number of commands: round trips, planning, the commit. */
  readonly perBatch: number;
}

export interface Measured {
  readonly batch: number;
  /** Microseconds for each command. */
  readonly us: number;
}

/** The least squares fit to measurements with at least two batch sizes. */
export function calibrate(points: readonly Measured[]): Cost {
  const xs = points.map(({ batch }) => 1 / batch);
  const meanX = mean(xs);
  const meanY = mean(points.map(({ us }) => us));
  const spread = xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0);
  if (spread === 0) throw new Error('a cost needs batches of at least two sizes');
  const perBatch =
    points.reduce((sum, { batch, us }) => sum + (1 / batch - meanX) * (us - meanY), 0) / spread;
  return { perCommand: meanY - perBatch * meanX, perBatch };
}

export function usOf({ perCommand, perBatch }: Cost, batch: number): number {
  return perCommand + perBatch / batch;
}

/** The writer's limit. */
const BATCH_MAX = 256;

export interface Layout {
  readonly workers: number;
  readonly shardsPerWorker: number;
  readonly clientsPerWorker: number;
  /** Processes of the ledger, each of which writes to every shard. */
  readonly processes: number;
}

/** Number of commands in one batch, for clients that wait for their answers. */
export function batchOf({ workers, shardsPerWorker, clientsPerWorker, processes }: Layout): number {
  const writers = workers * shardsPerWorker * processes;
  return Math.min(BATCH_MAX, Math.max(1, (workers * clientsPerWorker) / writers));
}

/**
 * Throughput relative to one worker and one process of the ledger, with the same share of each
 * worker.
 */
export function speedUpOf(cost: Cost, layout: Layout): number {
  const one = batchOf({ ...layout, workers: 1, processes: 1 });
  return (layout.workers * usOf(cost, one)) / usOf(cost, batchOf(layout));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
