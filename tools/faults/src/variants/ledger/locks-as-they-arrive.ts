import { makeRunBatch } from '@florin/ledger/src/writer/run-batch.ts';
import { changeStatements } from './change-statements.ts';
import { runLedger } from './run-ledger.ts';

/** Locks the balances of a batch in the order in which its commands came. */
await runLedger({
  makeRunBatch: (pool, sources, meter) =>
    makeRunBatch(
      changeStatements(pool, (text, send) =>
        send(
          text.replace(
            'order by account_id for',
            'order by array_position($1::uuid[], account_id) for',
          ),
        ),
      ),
      sources,
      meter,
    ),
});
