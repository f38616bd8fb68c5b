import { AppError } from '@florin/contracts';
import { makeRunBatch } from '@florin/ledger/src/writer/run-batch.ts';
import { changeStatements } from './change-statements.ts';
import { runLedger } from './run-ledger.ts';

/** Takes a COMMIT without an answer for one that failed, and runs the batch again. */
await runLedger({
  makeRunBatch(pool, sources, meter) {
    const runBatch = makeRunBatch(
      changeStatements(pool, async (text, send) =>
        text.includes('pg_xact_status')
          ? { command: 'SELECT', rows: [{ status: 'aborted' }], rowCount: 1, oid: 0, fields: [] }
          : send(text),
      ),
      sources,
      meter,
    );
    return (submissions) =>
      runBatch(submissions).catch((error: unknown) => {
        if (error instanceof AppError) return runBatch(submissions);
        throw error;
      });
  },
});
