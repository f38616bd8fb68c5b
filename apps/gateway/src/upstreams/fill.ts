import type { Link } from '@florin/link';

/** Average load above which a replica is added; the rest is headroom for bursts. */
const BUSY = 0.75;
/** A replica is removed if the remaining ones stay below this. */
const CALM = 0.65;
const DECIDED_EVERY_MS = 1_000;

/**
 * Number of replicas to use. Grows as fast as the load and shrinks one by one; the gap between the
 * two limits prevents flapping.
 * @param loads of the replicas in use, from 0 to 1
 * @param there number of available replicas
 */
export function countToFill(loads: readonly number[], there: number): number {
  const count = loads.length;
  const load = loads.reduce((sum, each) => sum + each, 0);
  if (load > BUSY * count) return Math.min(there, Math.ceil(load / CALM));
  return load < CALM * (count - 1) ? count - 1 : Math.min(there, count);
}

/** Decides which replicas of a service are used: the first ones, until they are busy. */
export interface Filling {
  /** Selects the used ones among these replicas, in an order common to all gateways. */
  choose(names: readonly string[]): readonly string[];
  /** Their last number; 0 without links. */
  count(): number;
}

/**
 * Uses the load that replicas report over these links; without a report a replica counts as fully
 * loaded.
 */
export function makeFilling(links: ReadonlyMap<string, Pick<Link, 'load'>>): Filling {
  let count = 1;
  let decidedAt = Number.NEGATIVE_INFINITY;
  return {
    choose(names) {
      const sorted = names.toSorted();
      const now = performance.now();
      if (now >= decidedAt + DECIDED_EVERY_MS) {
        decidedAt = now;
        const loads = sorted.slice(0, count).map((name) => links.get(name)?.load() ?? 1);
        count = Math.max(1, countToFill(loads, sorted.length));
      }
      return sorted.slice(0, count);
    },
    // `choose` is not called with one replica, so its last count may be too high.
    count: () => Math.min(count, links.size),
  };
}
