import { LRUCache } from 'lru-cache';

/**
 * Gives places in a line by which everybody who asks has an equal share, by start-time fair queueing
 * (Goyal, Vin and Cheng, 1996). Whoever asks again has a place behind the last; places are counted
 * from the furthest that had its turn, so that nobody saves up more than a little, and little is held
 * against anybody.
 */
export interface Shares {
  /** A place for whoever asks: lower goes first. */
  placeFor(name: string): number;
  /** A place has its turn. */
  reach(place: number): void;
  /** What somebody asked for is not held against them. */
  forgive(name: string): void;
  /** Forgets everybody: nobody has to wait. */
  forget(): void;
}

/** Places by which newcomers come before those who are always there. */
const AHEAD = 3;
/** How far behind everybody's asking again and again may get them. */
const BEHIND_MAX = 20;
/** Beyond these whoever asked longest ago is forgotten. */
const NAMES_MAX = 10_000;

export function makeShares(): Shares {
  /** The next place of each. */
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
