import { makeRunBatch as make } from '@florin/ledger/src/posting/transaction.ts';

/** Never stores the reply of an Idempotency-Key. */
export const makeRunBatch: typeof make = (...parts) => {
  const runBatch = make(...parts);
  return (submissions) =>
    runBatch(submissions.map((submission) => ({ ...submission, idempotencyKey: undefined })));
};
