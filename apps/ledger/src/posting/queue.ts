import type { Uuid } from '@florin/contracts';

export interface QueueLimits {
  /** Commands of one batch. */
  readonly batchMax: number;
  /** Commands that may wait. */
  readonly queueMax: number;
}

/** Commands that wait for a batch: first in, first out within an account, fair between accounts. */
interface CommandQueue<Item> {
  readonly size: number;
  /** False when it is full for this account, which may take half of the free places at most. */
  push(accountId: Uuid, item: Item): boolean;
  /**
   * The next batch. Passes over accounts of batches in flight: a second one would only wait for
   * their locks, and hold up its other accounts with it.
   */
  take(): readonly Item[];
  /** The batch is done: what waits of its accounts may be taken again. */
  release(accountIds: Iterable<Uuid>): void;
}

/** An account's part of a batch while others wait, so that none has to wait for all of another's. */
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
          // Accounts that were served go behind those that were not.
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
