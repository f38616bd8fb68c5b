import { setTimeout as pause } from 'node:timers/promises';
import { makeRunBatch } from '@florin/ledger/src/writer/run-batch.ts';
import { changeStatements } from './change-statements.ts';
import { runLedger } from './run-ledger.ts';

const LATE_MS = 20;

/** Decides on balances that it has read without their locks. */
await runLedger({
  makeRunBatch: (pool, sources, meter) =>
    makeRunBatch(
      changeStatements(pool, async (text, send) => {
        const result = await send(text.replace('for no key update', ''));
        if (text.includes('for no key update')) await pause(LATE_MS);
        return result;
      }),
      sources,
      meter,
    ),
});
