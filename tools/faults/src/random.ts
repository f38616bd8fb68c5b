/** Seeded random numbers. */
export interface Random {
  /** From 0 to `bound` - 1. */
  below(bound: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32: 32 bits of state are plenty for choosing accounts and moments. */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (bound: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
  return {
    below,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('no items to pick from');
      return item;
    },
  };
}
