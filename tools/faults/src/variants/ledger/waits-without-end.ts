import { makeRunBatch } from '@florin/ledger/src/writer/run-batch.ts';
import { changeStatements } from './change-statements.ts';
import { runLedger } from './run-ledger.ts';

/** Waits for a lock for as long as somebody else has it. */
await runLedger({
  makeRunBatch: (pool, sources, meter) =>
    makeRunBatch(
      changeStatements(pool, (text, send) =>
        send(text === 'begin' ? 'begin; set local lock_timeout = 0' : text),
      ),
      sources,
      meter,
    ),
});
