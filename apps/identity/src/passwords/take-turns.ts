import { AppError } from '@florin/contracts';

/** Does work when its turn comes, unless by then nobody waits for it any more. */
export type TakeTurns = <Result>(
  work: () => Promise<Result>,
  hasCallerLeft: () => boolean,
) => Promise<Result>;

interface Waiting {
  readonly hasCallerLeft: () => boolean;
  readonly begin: () => void;
  readonly drop: (error: AppError) => void;
}

/**
 * Lets so many pieces of work run at once, and a bounded line wait. What callers have left is dropped
 * when its turn comes, and when the line is full, to make room.
 */
export function makeTakeTurns(atOnce: number, waitingMax: number): TakeTurns {
  let running = 0;
  let line: readonly Waiting[] = [];

  function dropLeft(): void {
    const left = line.filter(({ hasCallerLeft }) => hasCallerLeft());
    line = line.filter((waiting) => !left.includes(waiting));
    for (const { drop } of left) drop(unavailable('whoever asked for it waits no longer'));
  }

  async function waitForTurn(hasCallerLeft: () => boolean): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (line.length >= waitingMax) dropLeft();
    if (line.length >= waitingMax)
      throw unavailable('too many passwords are being checked: repeat the request');
    await new Promise<void>((begin, drop) => {
      line = [...line, { hasCallerLeft, begin, drop }];
    });
  }

  function endTurn(): void {
    dropLeft();
    const [next, ...others] = line;
    line = others;
    if (next) next.begin();
    else running -= 1;
  }

  return async (work, hasCallerLeft) => {
    await waitForTurn(hasCallerLeft);
    try {
      return await work();
    } finally {
      endTurn();
    }
  };
}

function unavailable(message: string): AppError {
  return new AppError('unavailable', message);
}
