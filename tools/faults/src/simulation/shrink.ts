/**
 * The smallest list that still fails, by leaving out ever smaller runs of items. `fails` is asked
 * many times, so it must be quick and always answer the same.
 */
export function shrink<Item>(
  items: readonly Item[],
  fails: (items: readonly Item[]) => boolean,
): readonly Item[] {
  let left = items;
  for (let run = Math.ceil(items.length / 2); run >= 1; run = Math.floor(run / 2)) {
    for (let start = 0; start < left.length; ) {
      const without = [...left.slice(0, start), ...left.slice(start + run)];
      if (without.length < left.length && fails(without)) left = without;
      else start += run;
    }
  }
  return left;
}
