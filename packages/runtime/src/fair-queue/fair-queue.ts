import { AppError } from '@florin/contracts';
import { type Placed, pickGreediest, pickNext } from './line.ts';
import { makeShares } from './shares.ts';

/** The party for which work is queued. */
export interface Asker {
  /** Name of the party that gets an equal share of turns, however much work it queues. */
  readonly name: string;
  /** Whether it has stopped waiting. */
  readonly hasLeft: () => boolean;
}

/**
 * Runs work in its turn, unless its asker has left by then.
 * @throws AppError rate_limited, with Retry-After and the queue length, if it cannot start in time
 */
export type FairQueue = <Result>(
  work: () => Promise<Result>,
  asker: Asker,
  /** Whether this result leaves the asker's share unaffected. */
  isFree?: (result: Result) => boolean,
) => Promise<Result>;

export interface FairQueueLimits {
  readonly atOnce: number;
  /** Maximum queue length. Lower if the queue could not be served in time. */
  readonly waitingMax: number;
  /** Maximum waiting time. */
  readonly withinMs: number;
  /** Initial estimate of a turn's duration. */
  readonly turnMs: number;
  /** Name of the waiting work in the plural, for error messages. */
  readonly what: string;
}

interface Waiting extends Placed {
  readonly hasLeft: () => boolean;
  readonly begin: () => void;
  readonly drop: (error: AppError) => void;
}

/**
 * Number of recent turns. The fastest is the estimate, since others include waiting for the CPU.
 */
const RECENT_MAX = 16;
const RETRY_AFTER_S_MAX = 60;

/**
 * Runs a limited number of works at once and queues others, up to what can be served in time. Each
 * asker has an equal share; when the queue is full, the asker with the most work is rejected.
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
  return new AppError('unavailable', 'the client has disconnected');
}

function refusal(what: string, before: number, waitMs: number): AppError {
  const seconds = Math.min(RETRY_AFTER_S_MAX, Math.max(1, Math.ceil(waitMs / 1_000)));
  return new AppError(
    'rate_limited',
    `${before} ${what} wait before yours; repeat the request in ${seconds} s`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
