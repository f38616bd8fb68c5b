import { makeRunBatch } from '@florin/ledger/src/writer/run-batch.ts';
import { runLedger } from './run-ledger.ts';

/** Keys that begin so end the ledger once their effect is committed, before anybody is answered. */
export const DEADLY_KEY = 'deadly-';

await runLedger({
  makeRunBatch(pool, sources, meter) {
    const runBatch = makeRunBatch(pool, sources, meter);
    return async (submissions) => {
      const verdicts = await runBatch(submissions);
      const isDeadly = submissions.some(
        ({ once }, index) => once?.key.startsWith(DEADLY_KEY) && !isReplay(verdicts[index]),
      );
      if (isDeadly) process.kill(process.pid, 'SIGKILL');
      return verdicts;
    };
  },
});

function isReplay(verdict: object | undefined): boolean {
  return verdict !== undefined && 'headers' in verdict;
}
