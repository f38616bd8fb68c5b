import { median } from '../statistics.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The slope of the line through these points by Theil and Sen: the median of the slopes of all pairs.
 * Up to a quarter of the points may be far off without moving it. 0 of fewer than two.
 */
export function slopeOf(points: readonly Point[]): number {
  const slopes = points.flatMap((one, index) =>
    points
      .slice(index + 1)
      .filter(({ x }) => x !== one.x)
      .map(({ x, y }) => (y - one.y) / (x - one.x)),
  );
  return slopes.length === 0 ? 0 : median(slopes);
}

export interface Thirds<Item> {
  readonly first: readonly Item[];
  readonly second: readonly Item[];
  readonly last: readonly Item[];
}

/** In their order. What is left over belongs to the first, which counts the least. */
export function thirdsOf<Item>(items: readonly Item[]): Thirds<Item> {
  const size = Math.floor(items.length / 3);
  return {
    first: items.slice(0, items.length - 2 * size),
    second: items.slice(items.length - 2 * size, items.length - size),
    last: items.slice(items.length - size),
  };
}
