import { makeStartRelay } from './start-broken-relay.ts';

/** Never looks back: an event that commits late with an early position is lost. */
export const startRelay = makeStartRelay((next, last) => next.where('o.position', '>', last));
