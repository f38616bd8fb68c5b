import { makeRunBatch as make } from '@florin/ledger/src/writer/run-batch.ts';

/** Never stores the reply of an Idempotency-Key. */
export const makeRunBatch: typeof make = (...parts) => {
  const runBatch = make(...parts);
  return (submissions) =>
    runBatch(submissions.map((submission) => ({ ...submission, once: undefined })));
};
