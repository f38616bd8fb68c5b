/** The ledger writes what arrives at the same time in one batch. */
const CONCURRENT_MAX = 64;

/** Works on all items, some at the same time. `work` must not throw. */
export async function mapConcurrent<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  const workNext = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENT_MAX }, workNext));
}
