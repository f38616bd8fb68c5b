import type { ServerResponse } from 'node:http';
import { networkOf } from '@florin/contracts';
import { makeFairQueue } from '@florin/runtime/fair-queue';

/** Forwards a request to a costly route when its address is next. */
export type QueueCostly = (
  forward: () => Promise<void>,
  from: { readonly address: string; readonly response: ServerResponse },
) => Promise<void>;

/**
 * Enough to keep every processor that hashes busy, and so few that identity has time for everything
 * else. What is refused is refused here, where it costs least.
 */
const AT_ONCE = 12;
const WAITING_MAX = 200;
/** Of the time that a route has which hashes; the rest is for its service. */
const WITHIN_MS = 5_000;
const FIRST_TURN_MS = 200;

/** Each address has an equal share; a login that succeeds takes nothing from it. */
export function makeCostlyQueue(): QueueCostly {
  const queue = makeFairQueue({
    atOnce: AT_ONCE,
    waitingMax: WAITING_MAX,
    withinMs: WITHIN_MS,
    turnMs: FIRST_TURN_MS,
    what: 'logins and sign-ups',
  });
  return (forward, { address, response }) =>
    queue(
      forward,
      { name: networkOf(address), hasLeft: () => response.destroyed },
      () => response.statusCode === 200,
    );
}
