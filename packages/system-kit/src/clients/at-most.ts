/** Runs at most `count` pieces of work at a time; others wait in order. */
export function atMost(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Maps items asynchronously, at most `count` at a time. Results are in the order of the items. */
export function mapAtMost<Item, Result>(
  count: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const inTurn = atMost(count);
  return Promise.all(items.map((item, index) => inTurn(() => work(item, index))));
}
