import { AppError } from '@florin/contracts';
import { type Placed, pickGreediest, pickNext } from './line.ts';
import { makeShares } from './shares.ts';

/** Who asks for work. */
export interface Asker {
  /** Who is to have no more than an equal share, however much they ask for. */
  readonly name: string;
  /** Whether they wait no longer. */
  readonly hasLeft: () => boolean;
  /** `performance.now()` after which the work is of no use to them; none where `hasLeft` tells. */
  readonly deadline?: number;
}

/** Does work when its turn comes, unless by then nobody waits for it any more or it is too late. */
export type TakeTurns = <Result>(
  work: () => Promise<Result>,
  asker: Asker,
  /** Whether the work was such that it takes nothing from the asker's share. */
  isFree?: (result: Result) => boolean,
) => Promise<Result>;

export interface TurnLimits {
  readonly atOnce: number;
  /** How many may wait at most; fewer where these could not all be served in time. */
  readonly waitingMax: number;
  /** In which all who wait are to be served. */
  readonly withinMs: number;
  /** How long a turn takes, until that is known better. */
  readonly turnMs: number;
}

interface Waiting extends Placed {
  readonly hasLeft: () => boolean;
  readonly deadline: number;
  readonly begin: () => void;
  readonly drop: (error: AppError) => void;
}

/** Turns that tell how long the next ones take: the quickest, as others wait for the machine too. */
const RECENT_MAX = 16;

/**
 * Lets so many pieces of work run at once, and a line wait that is no longer than can be served in
 * time. Each asker has an equal share of the turns; when the line is full, the greediest gives way.
 */
export function makeTakeTurns(limits: TurnLimits): TakeTurns {
  const shares = makeShares();
  let recentMs: readonly number[] = [limits.turnMs];
  let running = 0;
  let line: readonly Waiting[] = [];

  const turnMs = () => Math.min(...recentMs);
  const lengthMax = () =>
    Math.max(1, Math.min(limits.waitingMax, (limits.atOnce * limits.withinMs) / turnMs()));

  function dropWhere(isDropped: (waiting: Waiting) => boolean, error: () => AppError): void {
    const dropped = line.filter(isDropped);
    line = line.filter((waiting) => !dropped.includes(waiting));
    for (const { drop } of dropped) drop(error());
  }

  function dropUseless(): void {
    // However long turns take, who has just come is not too late.
    const doneAt = performance.now() + Math.min(turnMs(), limits.withinMs / 2);
    dropWhere(({ hasLeft }) => hasLeft(), left);
    dropWhere(({ deadline }) => deadline < doneAt, tooMany);
  }

  async function waitForTurn({
    name,
    hasLeft,
    deadline = Number.POSITIVE_INFINITY,
  }: Asker): Promise<void> {
    const place = shares.placeFor(name);
    if (running < limits.atOnce) {
      running += 1;
      shares.reach(place);
      return;
    }
    dropUseless();
    await new Promise<void>((begin, drop) => {
      line = [...line, { place, hasLeft, deadline, begin, drop }];
      if (line.length <= lengthMax()) return;
      const greediest = pickGreediest(line);
      dropWhere((waiting) => waiting === greediest, tooMany);
    });
  }

  function endTurn(): void {
    dropUseless();
    const next = pickNext(line);
    if (next) {
      line = line.filter((waiting) => waiting !== next);
      shares.reach(next.place);
      next.begin();
    } else {
      running -= 1;
      if (running === 0) shares.forget();
    }
  }

  return async (work, asker, isFree = () => false) => {
    await waitForTurn(asker);
    const startedAt = performance.now();
    try {
      const result = await work();
      if (isFree(result)) shares.forgive(asker.name);
      return result;
    } finally {
      recentMs = [...recentMs, performance.now() - startedAt].slice(-RECENT_MAX);
      endTurn();
    }
  };
}

function left(): AppError {
  return new AppError('unavailable', 'whoever asked for it waits no longer');
}

function tooMany(): AppError {
  return new AppError(
    'rate_limited',
    'too many ask for this at once: wait 1 s, then repeat the request',
    { headers: { 'Retry-After': '1' } },
  );
}
