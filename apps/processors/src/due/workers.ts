import type { Worker } from '@florin/service';

/** Items per batch. */
const ITEMS_MAX = 20;

interface DueWork<Item> extends Omit<Worker, 'round'> {
  readonly take: (itemsMax: number) => Promise<readonly Item[]>;
  readonly work: (item: Item) => Promise<unknown>;
}

/** Works on due items, a batch at a time. An item that fails does not stop the others. */
export function eachDue<Item>({ take, work, ...worker }: DueWork<Item>): Worker {
  return {
    ...worker,
    async round() {
      const items = await take(ITEMS_MAX);
      const ends = await Promise.allSettled(items.map(work));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
      return items.length === ITEMS_MAX;
    },
  };
}
