export interface Ring<Item> {
  /** In the place of the oldest where it is full. */
  add(item: Item): void;
  /** Whether nothing more fits without forgetting something. */
  isFull(): boolean;
  /** Removes the oldest, if there is one that will do. */
  take(willDo?: (item: Item) => boolean): Item | undefined;
  /** The one at this share of all, from 0 to below 1. */
  at(share: number): Item | undefined;
}

/** The latest of what was seen: a long run must not take ever more memory for it. */
export function makeRing<Item>(sizeMax: number): Ring<Item> {
  const items: Item[] = [];
  return {
    add(item) {
      if (items.length === sizeMax) items.shift();
      items.push(item);
    },
    isFull: () => items.length === sizeMax,
    take(willDo = () => true) {
      const [oldest] = items;
      return oldest !== undefined && willDo(oldest) ? items.shift() : undefined;
    },
    at: (share) => items[Math.floor(items.length * share)],
  };
}
