import { type Loop, startLoop } from '@florin/runtime/loop';
import { withTimeout } from '@florin/runtime/timeout';
import { PACE } from '../limits.ts';
import { type DeliverDeps, deliverBatch } from './deliver.ts';
import { leaseQueues } from './endpoint-queues.ts';

/** Worker slots: enough that a few dozen receivers that time out do not block the others. */
const SLOTS_MAX = 200;
/** The long rest is for what is due by itself: what comes by events is stirred up for. */
const RESTS = { restMs: 200, restMsMax: 2_000, restAfterErrorMs: 1_000 };
/** After the last attempt of a batch, to save its results. */
const LEASE_MARGIN_MS = 20_000;
/** Attempts in progress may take this long when the process stops. */
const STOP_MS = 4_000;

/** Delivers what is due, to many endpoints concurrently; any number of processes share the work. */
export function startDeliveries(
  given: Omit<DeliverDeps, 'stopping'>,
  onError: (error: unknown) => void,
): Loop {
  const stopping = new AbortController();
  const deps = { ...given, stopping: stopping.signal };
  const batches = new Set<Promise<void>>();

  const loop = startLoop(
    async () => {
      const free = SLOTS_MAX - batches.size;
      const leaseMs = PACE.batchMs + LEASE_MARGIN_MS;
      const queues = free > 0 ? await leaseQueues(deps.db, free, leaseMs) : [];
      for (const queue of queues) {
        const batch = deliverBatch(deps, queue)
          .catch(onError)
          .finally(() => {
            batches.delete(batch);
            loop.wake();
          });
        batches.add(batch);
      }
      return 'rest';
    },
    RESTS,
    onError,
  );
  return {
    wake: loop.wake,
    stir: loop.stir,
    async stop() {
      stopping.abort();
      await loop.stop();
      // An attempt without an answer by then counts as failed.
      await withTimeout(STOP_MS, Promise.all(batches));
      await deps.dispatcher.destroy();
      await Promise.all(batches);
    },
  };
}
