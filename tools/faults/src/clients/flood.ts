import { Worker } from 'node:worker_threads';
import type { FloodOrder } from './flood-worker.ts';

/** How often each status was answered to those who flood; 0 stands for a broken connection. */
export type FloodTally = Readonly<Record<number, number>>;

/** Floods login and sign-up from a thread of its own, until it is ended. */
export function startFlood(order: FloodOrder): { end(): Promise<FloodTally> } {
  const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData: order });
  const { promise, resolve, reject } = Promise.withResolvers<FloodTally>();
  worker.once('message', resolve);
  worker.once('error', reject);
  // Whoever ends it hears of a failure; until then it must not end the process.
  promise.catch(() => undefined);
  return {
    async end() {
      worker.postMessage('end');
      const tally = await promise;
      await worker.terminate();
      return tally;
    },
  };
}
