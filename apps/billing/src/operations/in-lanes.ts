/** Worked on at the same time: leaves connections to the requests. */
const LANES = 4;

/**
 * Works on each item, a few at the same time.
 * @throws the first trouble, when what was begun has come to its end; the rest is left.
 */
export async function inLanes<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  const lanes = Array.from({ length: LANES }, () =>
    lane().catch((error: unknown) => {
      waiting.length = 0;
      throw error;
    }),
  );
  for (const { status, ...result } of await Promise.allSettled(lanes))
    if (status === 'rejected' && 'reason' in result) throw result.reason;
}
