import { Worker } from 'node:worker_threads';
import type { FloodOrder } from './flood-worker.ts';

/** Number of the flood's answers by status; 0 means a broken connection. */
export type FloodTally = Readonly<Record<number, number>>;

export interface Flood {
  /** Waits until some requests were refused: before that there is room for all. */
  untilRefused(): Promise<void>;
  end(): Promise<FloodTally>;
}

/** Floods login and sign-up from a separate thread until stopped. */
export function startFlood(order: FloodOrder): Flood {
  const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData: order });
  const refused = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<FloodTally>();
  worker.on('message', (message: 'refused' | FloodTally) => {
    if (message === 'refused') refused.resolve();
    else ended.resolve(message);
  });
  for (const { promise, reject } of [refused, ended]) {
    worker.once('error', reject);
    // `end` reports a failure; until then it must not end the process.
    promise.catch(() => undefined);
  }
  return {
    untilRefused: () => refused.promise,
    async end() {
      worker.postMessage('end');
      const tally = await ended.promise;
      await worker.terminate();
      return tally;
    },
  };
}
