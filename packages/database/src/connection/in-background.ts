import { type Kysely, sql, type Transaction } from 'kysely';

/** Enough for thousands of rows on a slow disk, yet bounded. */
export const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Runs a transaction that no client waits for. Its statements may take 30 s each; those of requests
 * are cut off before the request times out.
 */
export function inBackground<Tables, Result>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(STATEMENT_TIMEOUT_MS)}`.execute(tx);
    return work(tx);
  });
}
