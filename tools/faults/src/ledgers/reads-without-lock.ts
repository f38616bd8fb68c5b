import { makeRunBatch } from '@florin/ledger/src/writer/run-batch.ts';
import { changeStatements } from './change-statements.ts';
import { runLedger } from './run-ledger.ts';

/** Decides on balances that it has read without their locks. */
await runLedger({
  makeRunBatch: (pool, sources, meter) =>
    makeRunBatch(
      changeStatements(pool, (text, send) => send(text.replace('for no key update', ''))),
      sources,
      meter,
    ),
});
