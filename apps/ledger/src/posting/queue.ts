import type { Uuid } from '@florin/contracts';
import type { QueueLimits } from '../writer-limits.ts';

/** Commands waiting for a batch: FIFO within an account, fair between accounts. */
interface CommandQueue<Item> {
  readonly size: number;
  /** False if it is full for this account, which can use at most half of the free places. */
  push(accountId: Uuid, item: Item): boolean;
  /**
   * The next batch. Skips accounts of batches in flight: a second batch would wait for their locks
   * and delay its other accounts.
   */
  take(): readonly Item[];
  /** The batch is done, so its accounts can be taken again. */
  release(accountIds: Iterable<Uuid>): void;
}

/**
 * Limits an account's share of a batch while others wait, so that none waits for all of another's
 * commands.
 */
const SHARES = 4;

export function makeCommandQueue<Item>({ batchMax, queueMax }: QueueLimits): CommandQueue<Item> {
  const queues = new Map<Uuid, Item[]>();
  const inFlight = new Set<Uuid>();
  const share = Math.ceil(batchMax / SHARES);
  let size = 0;

  return {
    get size() {
      return size;
    },
    push(accountId, item) {
      const queue = queues.get(accountId);
      if ((queue?.length ?? 0) >= queueMax - size) return false;
      if (queue) queue.push(item);
      else queues.set(accountId, [item]);
      size += 1;
      return true;
    },
    take() {
      const free = [...queues].filter(([accountId]) => !inFlight.has(accountId));
      const batch: Item[] = [];
      for (const max of [share, batchMax])
        for (const [accountId, queue] of free) {
          const taken = queue.splice(0, Math.min(max, batchMax - batch.length));
          if (taken.length === 0) continue;
          batch.push(...taken);
          inFlight.add(accountId);
          // Accounts that were served move behind the others.
          queues.delete(accountId);
          if (queue.length > 0) queues.set(accountId, queue);
        }
      size -= batch.length;
      return batch;
    },
    release(accountIds) {
      for (const accountId of accountIds) inFlight.delete(accountId);
    },
  };
}
