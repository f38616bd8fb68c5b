import type { Uuid } from '@florin/contracts';
import type { Lane } from './lanes.ts';

/** Accounts visited in one search of a lane. */
export const VISITS_MAX = 100;

/** Sorts before every account, and owns the mails without one. */
export const START = '00000000-0000-0000-0000-000000000000' as Uuid;

/** A search for due mail in a lane, over its accounts in a circle. */
export interface Walk {
  readonly lane: Lane;
  /** Mails to take at most. */
  readonly free: number;
  /** The walk begins with the account after this one. */
  readonly after: Uuid;
}

/** An account that the walk has visited, with its oldest due mails: at most as many as are free. */
export interface Turn {
  readonly lane: Lane;
  readonly owner: Uuid;
  readonly due: readonly Uuid[];
}

export interface TakenTurns {
  readonly lane: Lane;
  readonly due: readonly Uuid[];
  /** The next walk begins after this account. */
  readonly last: Uuid;
  /** The walk ended at its bound, before the end of the circle: accounts beyond it may have due mail. */
  readonly isPartial: boolean;
}

/** Takes one mail of each account in turn, then a second of each, until no place is free. */
export function takeTurns(turns: readonly Turn[], { lane, free, after }: Walk): TakenTurns {
  const visited = turns.filter((turn) => turn.lane === lane);
  const taken = Array.from({ length: free }, (_, number) => number)
    .flatMap((number) => visited.map(({ owner, due }) => ({ owner, id: due[number] })))
    .filter((one): one is { owner: Uuid; id: Uuid } => one.id !== undefined)
    .slice(0, free);
  const lastVisited = visited.at(-1)?.owner ?? after;
  const isFilled = taken.length === free;
  return {
    lane,
    due: taken.map(({ id }) => id),
    last: isFilled ? (taken.at(-1)?.owner ?? after) : lastVisited,
    // A walk that has passed the end of the order rests: otherwise an idle circle would spin.
    isPartial: !isFilled && visited.length === VISITS_MAX && lastVisited > after,
  };
}
