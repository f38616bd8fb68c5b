import { makeRunBatch } from '@florin/ledger/src/writer/run-batch.ts';
import { runLedger } from './run-ledger.ts';

/** Takes a connection that the database closes for a reason to end. */
await runLedger({
  makeRunBatch(pool, sources, meter) {
    pool.on('error', () => process.exit(1));
    return makeRunBatch(pool, sources, meter);
  },
});
