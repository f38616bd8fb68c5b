import { AppError } from '@florin/contracts';
import { type Placed, pickGreediest, pickNext } from './line.ts';
import { makeShares } from './shares.ts';

/** Who asks for work. */
export interface Asker {
  /** Who is to have no more than an equal share, however much they ask for. */
  readonly name: string;
  /** Whether they wait no longer. */
  readonly hasLeft: () => boolean;
}

/**
 * Does work when its turn comes, unless by then nobody waits for it any more.
 * @throws AppError rate_limited, with Retry-After, for what cannot be begun in time: it says how many
 *   wait before.
 */
export type FairQueue = <Result>(
  work: () => Promise<Result>,
  asker: Asker,
  /** Whether the work was such that it takes nothing from the asker's share. */
  isFree?: (result: Result) => boolean,
) => Promise<Result>;

export interface FairQueueLimits {
  readonly atOnce: number;
  /** How many may wait at most; fewer where these could not all be served in time. */
  readonly waitingMax: number;
  /** In which all who wait are to be served: nobody waits longer. */
  readonly withinMs: number;
  /** How long a turn takes, until that is known better. */
  readonly turnMs: number;
  /** What waits, in the plural, for error messages. */
  readonly what: string;
}

interface Waiting extends Placed {
  readonly hasLeft: () => boolean;
  readonly begin: () => void;
  readonly drop: (error: AppError) => void;
}

/** Recent turns, of which the quickest estimates the next: others include waiting for the machine. */
const RECENT_MAX = 16;
const RETRY_AFTER_S_MAX = 60;

/**
 * Lets so many pieces of work run at once, and a line wait that is no longer than can be served in
 * time. Each asker has an equal share of the turns; when the line is full, the greediest gives way.
 */
export function makeFairQueue(limits: FairQueueLimits): FairQueue {
  const shares = makeShares();
  let recentMs: readonly number[] = [limits.turnMs];
  let running = 0;
  let line: readonly Waiting[] = [];

  const turnMs = () => Math.min(...recentMs);
  const lengthMax = () =>
    Math.max(1, Math.min(limits.waitingMax, (limits.atOnce * limits.withinMs) / turnMs()));

  function drop(waiting: Waiting, error: AppError): void {
    line = line.filter((other) => other !== waiting);
    waiting.drop(error);
  }

  function dropWhoLeft(): void {
    for (const waiting of line.filter(({ hasLeft }) => hasLeft())) drop(waiting, left());
  }

  function tooMany({ place }: Waiting): AppError {
    const before = running + line.filter((other) => other.place < place).length;
    const meanMs = recentMs.reduce((sum, ms) => sum + ms, 0) / recentMs.length;
    return refusal(limits.what, before, (before * meanMs) / limits.atOnce);
  }

  async function waitForTurn({ name, hasLeft }: Asker): Promise<void> {
    const place = shares.placeFor(name);
    if (running < limits.atOnce) {
      running += 1;
      shares.reach(place);
      return;
    }
    dropWhoLeft();
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((begin, refuse) => {
      const waiting = { place, hasLeft, begin, drop: refuse };
      line = [...line, waiting];
      timer = setTimeout(() => drop(waiting, tooMany(waiting)), limits.withinMs);
      const greediest = line.length > lengthMax() ? pickGreediest(line) : undefined;
      if (greediest) drop(greediest, tooMany(greediest));
    }).finally(() => clearTimeout(timer));
  }

  function endTurn(): void {
    dropWhoLeft();
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

function refusal(what: string, before: number, waitMs: number): AppError {
  const seconds = Math.min(RETRY_AFTER_S_MAX, Math.max(1, Math.ceil(waitMs / 1_000)));
  return new AppError(
    'rate_limited',
    `${before} ${what} wait before yours: repeat the request in ${seconds} s`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
