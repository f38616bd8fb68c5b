import type { Link } from '@florin/link';

/** Above it, those that are asked are too few; so much of each is left free for what comes at once. */
const BUSY = 0.75;
/** Below it, all would go to one less. */
const CALM = 0.65;
const DECIDED_EVERY_MS = 1_000;

/**
 * How many replicas are asked from now on. They grow as fast as the load does, and become less one by one; what
 * is between the two limits changes nothing, so that it does not go to and fro. Pure.
 * @param loads of those that were asked so far, from 0 to 1
 * @param there replicas that could be asked
 */
export function countToFill(loads: readonly number[], there: number): number {
  const count = loads.length;
  const load = loads.reduce((sum, each) => sum + each, 0);
  if (load > BUSY * count) return Math.min(there, Math.ceil(load / CALM));
  return load < CALM * (count - 1) ? count - 1 : Math.min(there, count);
}

/** Which replicas of a service are asked: the first of them, while these are not too busy. */
export interface Filling {
  /** Of these replicas, which every gateway puts into the same order, those that are asked now. */
  choose(names: readonly string[]): readonly string[];
  /** How many they were last; none where there are no links. */
  count(): number;
}

/** By how busy the replicas say they are, over these links; one that does not say it may be as busy as can be. */
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
    // Nothing is chosen where there is one left.
    count: () => Math.min(count, links.size),
  };
}
