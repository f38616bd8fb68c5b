/** At the same time: the ledger takes together what comes together. */
const LANES = 64;

/** Works on each item, some at the same time. `work` does not throw. */
export async function inLanes<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
