import type { ServerResponse } from 'node:http';
import { networkOf } from '@florin/contracts';
import { makeFairQueue } from '@florin/runtime/fair-queue';

/** Forwards a request to a costly route when its address has its turn. */
export type QueueCostly = (
  forward: () => Promise<void>,
  from: { readonly address: string; readonly response: ServerResponse },
) => Promise<void>;

/**
 * Enough to keep identity's hashing threads busy, and few enough for its other work. Refusing here
 * is cheapest.
 */
const AT_ONCE = 12;
const WAITING_MAX = 200;
/** Share of a costly route's timeout spent in this queue; the rest is for its service. */
const WITHIN_MS = 5_000;
const FIRST_TURN_MS = 200;

/** Each address has an equal share; a successful login does not count against it. */
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
