/** More would wait for each other on machines of two processors. */
const AT_ONCE = 8;

/** Works on all items, some at once; the results are in the order of the items. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const workOnAndOn = async () => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOnAndOn));
  return results;
}
