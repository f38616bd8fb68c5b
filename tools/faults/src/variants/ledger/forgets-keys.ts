import { makeRunBatch } from '@florin/ledger/src/writer/run-batch.ts';
import { runLedger } from './run-ledger.ts';

/** Never stores the reply of an Idempotency-Key. */
await runLedger({
  makeRunBatch(pool, sources, meter) {
    const runBatch = makeRunBatch(pool, sources, meter);
    return (submissions) =>
      runBatch(submissions.map((submission) => ({ ...submission, once: undefined })));
  },
});
