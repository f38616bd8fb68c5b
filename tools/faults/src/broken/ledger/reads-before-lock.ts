import { setTimeout as pause } from 'node:timers/promises';
import { findTransactions } from '@florin/ledger/src/posting/load.ts';
import { makeRunBatch as make } from '@florin/ledger/src/posting/transaction.ts';
import type { ClientBase, QueryConfig, QueryResult } from 'pg';
import { changeStatements } from './change-statements.ts';

const EARLY_MS = 50;

/**
 * Decides on transactions read before the lock. The outbox would reject the second event of one
 * version, so that constraint is bypassed here.
 */
export const makeRunBatch: typeof make =
  (pool, ...parts) =>
  async (submissions) => {
    const early = new Map<string, QueryResult>();
    const recorder = {
      async query(config: QueryConfig) {
        const result = await pool.query(config);
        early.set(config.text, result);
        return result;
      },
    };
    await findTransactions(recorder as unknown as ClientBase, submissions, new Map());
    await pause(EARLY_MS);
    const changed = changeStatements(
      pool,
      async (text, send) => early.get(text) ?? send(withLenientOutbox(text)),
    );
    return make(changed, ...parts)(submissions);
  };

function withLenientOutbox(text: string): string {
  return text.startsWith('insert into outgoing_events') ? `${text} on conflict do nothing` : text;
}
