import type { Writes } from '@florin/ledger/src/domain/submission.ts';
import { encodeBatch, type Traces } from '@florin/ledger/src/store/encode-batch.ts';
import { together } from '@florin/ledger/src/store/together.ts';
import type { ClientBase } from 'pg';

const NOTHING: Writes = {
  balances: [],
  created: [],
  changed: [],
  entries: [],
  replies: [],
  charges: [],
  payments: [],
  attempts: [],
  events: [],
};

/** Encodes each statement while those before it are on their way, and COMMIT goes out behind all. */
export function prepareCommit(
  writes: Writes,
  traces: Traces,
): (client: ClientBase) => Promise<void> {
  return async (client) => {
    const send = async (kind: string, rows: unknown) => {
      const statements = encodeBatch({ ...NOTHING, [kind]: rows }, traces);
      await Promise.all(statements.map((statement) => client.query(statement)));
    };
    await together([
      ...Object.entries(writes).map(([kind, rows]) => send(kind, rows)),
      client.query('commit'),
    ]);
  };
}
