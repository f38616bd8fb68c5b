import { remedyOf } from '@florin/database';

/**
 * Does work for all items at once and returns what came of it. Where that fails, does it for one
 * after the other, so that what is wrong with one of them stops no other. When the database itself
 * is in trouble, nothing would come of that: then all of them fail.
 */
export async function togetherOrEach<Item, Result>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  onOutage: (item: Item, error: unknown) => void,
): Promise<readonly Result[]> {
  if (items.length === 0) return [];
  try {
    return await work(items);
  } catch (error) {
    if (items.length === 1 || remedyOf('due', error) !== 'split') {
      for (const item of items) onOutage(item, error);
      return [];
    }
  }
  const results: Result[] = [];
  for (const item of items) results.push(...(await togetherOrEach([item], work, onOutage)));
  return results;
}
