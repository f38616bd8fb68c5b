import type { ClientBase } from 'pg';
import type { Writes } from '../domain/submission.ts';
import { encodeBatch, type Traces } from './encode-batch.ts';
import { together } from './together.ts';

/**
 * Encodes all that a batch writes, and returns what sends it with its COMMIT in one round trip.
 * After a statement that fails in Postgres, COMMIT is a ROLLBACK. One that failed here would be
 * missing and COMMIT would keep the others: so nothing is sent before all of it is text.
 */
export function prepareCommit(
  writes: Writes,
  traces: Traces,
): (client: ClientBase) => Promise<void> {
  const statements = encodeBatch(writes, traces);
  return async (client) => {
    await together([
      ...statements.map((statement) => client.query(statement)),
      client.query('commit'),
    ]);
  };
}
