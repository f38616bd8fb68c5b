import type { Uuid } from '@florin/contracts';
import type { Queue } from './queues.ts';

/** Accounts visited in one search of a queue. */
export const VISITS_MAX = 100;

/** Sorts before every account, and owns emails without an account. */
export const START = '00000000-0000-0000-0000-000000000000' as Uuid;

/** A round-robin search for due email in a queue. */
export interface Walk {
  readonly queue: Queue;
  /** Free slots. */
  readonly free: number;
  /** The search starts after this account. */
  readonly after: Uuid;
}

/** A visited account, and its oldest due emails (at most as many as there are free slots). */
export interface Turn {
  readonly queue: Queue;
  readonly owner: Uuid;
  readonly due: readonly Uuid[];
}

export interface TakenTurns {
  readonly queue: Queue;
  readonly due: readonly Uuid[];
  /** The next search starts after this account. */
  readonly last: Uuid;
  /** The search hit its bound before the end of the circle: later accounts may have due email. */
  readonly isPartial: boolean;
}

/** Takes one email of each account in turn, then a second of each, until all slots are used. */
export function takeTurns(turns: readonly Turn[], { queue, free, after }: Walk): TakenTurns {
  const visited = turns.filter((turn) => turn.queue === queue);
  const taken = Array.from({ length: free }, (_, number) => number)
    .flatMap((number) => visited.map(({ owner, due }) => ({ owner, id: due[number] })))
    .filter((one): one is { owner: Uuid; id: Uuid } => one.id !== undefined)
    .slice(0, free);
  const lastVisited = visited.at(-1)?.owner ?? after;
  const isFilled = taken.length === free;
  return {
    queue,
    due: taken.map(({ id }) => id),
    last: isFilled ? (taken.at(-1)?.owner ?? after) : lastVisited,
    // A search that wrapped around stops: otherwise an idle circle would spin.
    isPartial: !isFilled && visited.length === VISITS_MAX && lastVisited > after,
  };
}
