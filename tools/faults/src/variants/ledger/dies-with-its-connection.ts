import { makeRunBatch } from '@florin/ledger/src/writer/run-batch.ts';
import { runLedger } from './run-ledger.ts';

/** Takes a connection that the database closes for a reason to end. */
await runLedger({
  makeRunBatch(pool, sources, meter) {
    // Of each connection, since the pool itself tells of idle ones alone, and there may be none.
    pool.on('connect', (client) => client.on('error', () => process.exit(1)));
    return makeRunBatch(pool, sources, meter);
  },
});
