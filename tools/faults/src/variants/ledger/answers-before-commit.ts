import { setTimeout as pause } from 'node:timers/promises';
import { makeRunBatch } from '@florin/ledger/src/writer/run-batch.ts';
import { changeStatements } from './change-statements.ts';
import { runLedger } from './run-ledger.ts';

const LATE_MS = 100;

/** Answers its callers while the commit is still to come. */
await runLedger({
  makeRunBatch: (pool, sources, meter) =>
    makeRunBatch(
      changeStatements(pool, async (text, send, keepUntil) => {
        if (text !== 'commit') return send(text);
        keepUntil(pause(LATE_MS).then(() => send(text)));
        return { command: 'COMMIT', rows: [], rowCount: null, oid: 0, fields: [] };
      }),
      sources,
      meter,
    ),
});
