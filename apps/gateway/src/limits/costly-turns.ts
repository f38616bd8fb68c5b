import type { ServerResponse } from 'node:http';
import { networkOf } from '@florin/contracts';
import { makeFairQueue } from '@florin/runtime/fair-queue';

/** Forwards a request to a costly route when the turn of its address comes. */
export type TakeCostlyTurn = (
  forward: () => Promise<void>,
  asker: {
    readonly address: string;
    readonly response: ServerResponse;
  },
) => Promise<void>;

/**
 * At a time: enough to keep every processor that hashes busy, and so few that identity has time for
 * everything else. Whoever is sent away is so here, where it costs least.
 */
const AT_ONCE = 12;
const WAITING_MAX = 200;
/** Of the time that a route has which hashes; the rest is for its service. */
const WITHIN_MS = 5_000;
const FIRST_TURN_MS = 200;

/** Each address has an equal share; a login that succeeds takes nothing from it. */
export function makeCostlyTurns(): TakeCostlyTurn {
  const takeTurns = makeFairQueue({
    atOnce: AT_ONCE,
    waitingMax: WAITING_MAX,
    withinMs: WITHIN_MS,
    turnMs: FIRST_TURN_MS,
    what: 'logins and sign-ups',
  });
  return (forward, { address, response }) =>
    takeTurns(
      forward,
      { name: networkOf(address), hasLeft: () => response.destroyed },
      () => response.statusCode === 200,
    );
}
