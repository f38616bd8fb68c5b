export interface Ring<Item> {
  /** Replaces the oldest item when full. */
  add(item: Item): void;
  /** Whether the next item would replace one. */
  isFull(): boolean;
  /** Removes the oldest suitable item, if any. */
  take(willDo?: (item: Item) => boolean): Item | undefined;
  /** The item at this share of all, from 0 to below 1. */
  at(share: number): Item | undefined;
}

/** The latest items: the memory of a long run must stay bounded. */
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
