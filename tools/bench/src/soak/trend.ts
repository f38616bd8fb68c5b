import { median } from '../statistics.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The Theil–Sen slope of these points: the median over all pairs. Up to a quarter of the points may
 * be outliers. 0 for fewer than two.
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

/** In order. The remainder belongs to the first third, which counts the least. */
export function thirdsOf<Item>(items: readonly Item[]): Thirds<Item> {
  const size = Math.floor(items.length / 3);
  return {
    first: items.slice(0, items.length - 2 * size),
    second: items.slice(items.length - 2 * size, items.length - size),
    last: items.slice(items.length - size),
  };
}
