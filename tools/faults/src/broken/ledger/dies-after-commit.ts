import { makeRunBatch as make } from '@florin/ledger/src/posting/transaction.ts';

/** Keys with this prefix end the ledger after their commit, before any answer. */
const DEADLY_KEY = 'deadly-';

export const makeRunBatch: typeof make = (...parts) => {
  const runBatch = make(...parts);
  return async (submissions) => {
    const verdicts = await runBatch(submissions);
    const isDeadly = submissions.some(
      ({ idempotencyKey }, index) =>
        idempotencyKey?.key.startsWith(DEADLY_KEY) && !isReplay(verdicts[index]),
    );
    if (isDeadly) process.kill(process.pid, 'SIGKILL');
    return verdicts;
  };
};

function isReplay(verdict: object | undefined): boolean {
  return verdict !== undefined && 'headers' in verdict;
}
