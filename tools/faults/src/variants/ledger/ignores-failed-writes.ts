import { makeRunBatch } from '@florin/ledger/src/writer/run-batch.ts';
import type { QueryResult } from 'pg';
import { changeStatements } from './change-statements.ts';
import { runLedger } from './run-ledger.ts';

const nothing: QueryResult = { command: '', rows: [], rowCount: null, oid: 0, fields: [] };

/** Takes no notice when the database refuses to write; such a transaction's commit undoes it. */
await runLedger({
  makeRunBatch: (pool, sources, meter) =>
    makeRunBatch(
      changeStatements(pool, (text, send) =>
        /^\s*(insert|update)\b/.test(text) ? send(text).catch(() => nothing) : send(text),
      ),
      sources,
      meter,
    ),
});
