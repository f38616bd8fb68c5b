import { LRUCache } from 'lru-cache';

/**
 * Gives every asker an equal share by start-time fair queueing (Goyal, Vin and Cheng, 1996). Places
 * count from the furthest that had its turn, which bounds an asker's credit and debt.
 */
export interface Shares {
  /** The place of an asker's next work. Lower goes first. */
  placeFor(name: string): number;
  /** Records that a place has its turn. */
  reach(place: number): void;
  /** Does not count an asker's last work against it. */
  forgive(name: string): void;
  /** Forgets everyone, when no work waits. */
  forget(): void;
}

/** Places by which newcomers precede permanent askers. */
const AHEAD = 3;
/** How far behind an asker's repeated work may get it. */
const BEHIND_MAX = 20;
/** Beyond this number, the least recent asker is forgotten. */
const NAMES_MAX = 10_000;

export function makeShares(): Shares {
  /** Each asker's next place. */
  const places = new LRUCache<string, number>({ max: NAMES_MAX });
  let furthest = 0;

  function keep(name: string, place: number): void {
    places.set(name, Math.min(place, furthest + BEHIND_MAX));
  }

  return {
    placeFor(name) {
      const front = furthest - AHEAD;
      const place = Math.max(front, places.get(name) ?? front);
      keep(name, place + 1);
      return place;
    },
    reach(place) {
      furthest = Math.max(furthest, place);
    },
    forgive(name) {
      const place = places.get(name);
      if (place !== undefined) keep(name, place - 1);
    },
    forget() {
      places.clear();
      furthest = 0;
    },
  };
}
