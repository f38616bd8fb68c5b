import { runLedger } from './run-ledger.ts';
import { startBrokenRelay } from './start-broken-relay.ts';

/** It never looks back: what commits late with an early position is lost. */
await runLedger({
  startRelay: startBrokenRelay((next, last) => next.where('position', '>', last)),
});
