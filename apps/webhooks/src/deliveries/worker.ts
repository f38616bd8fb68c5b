import type { Uuid } from '@florin/contracts';
import { type Loop, startLoop } from '@florin/runtime/loop';
import { withTimeout } from '@florin/runtime/timeout';
import { ENDPOINTS_MAX, PACE } from '../limits.ts';
import { leaseQueues } from '../queues/endpoint-queues.ts';
import { type DeliverDeps, deliverBatch } from './deliver.ts';
import { countHeld, SLOTS_MAX, shareOf } from './slots.ts';

/** The long rest applies to retries; deliveries of new events wake the worker. */
const RESTS = { restMs: 200, restMsMax: 2_000, restAfterErrorMs: 1_000 };
/** After the last attempt of a batch, to save its results. */
const LEASE_MARGIN_MS = 20_000;
/** Attempts in progress may take this long when the process stops. */
const STOP_MS = 4_000;

/** Delivers to many endpoints concurrently; any number of processes share the work. */
export function startDeliveries(
  given: Omit<DeliverDeps, 'stopping'>,
  onError: (error: unknown) => void,
): Loop {
  const stopping = new AbortController();
  const deps = { ...given, stopping: stopping.signal };
  /** Batches in progress, with their accounts. */
  const batches = new Map<Promise<void>, Uuid>();

  const loop = startLoop(
    async () => {
      const share = shareOf(SLOTS_MAX - batches.size);
      const leaseMs = PACE.batchMs + LEASE_MARGIN_MS;
      const held = countHeld(batches.values());
      const queues = share > 0 ? await leaseQueues(deps.db, { share, held }, leaseMs) : [];
      for (const queue of queues) {
        const batch = deliverBatch(deps, queue)
          .catch(onError)
          .finally(() => {
            batches.delete(batch);
            loop.wake();
          });
        batches.set(batch, queue.accountId);
      }
      // Queues beyond this round's limit, or beyond an account's share, may hide others.
      const isLimited = queues.length === share || share < ENDPOINTS_MAX;
      return queues.length > 0 && isLimited ? 'again' : 'rest';
    },
    RESTS,
    onError,
  );
  return {
    wake: loop.wake,
    wakeSoon: loop.wakeSoon,
    async stop() {
      stopping.abort();
      await loop.stop();
      // An attempt without a response by then counts as failed.
      await withTimeout(STOP_MS, Promise.all(batches.keys()));
      await deps.agents.destroy();
      await Promise.all(batches.keys());
    },
  };
}
