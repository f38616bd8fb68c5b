import { makeStartRelay } from './start-broken-relay.ts';

/** It never looks back: what commits late with an early position is lost. */
export const startRelay = makeStartRelay((next, last) => next.where('o.position', '>', last));
