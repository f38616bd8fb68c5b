import { type Kysely, sql, type Transaction } from 'kysely';

/** Enough for thousands of rows on a slow disk, and an end for what will never come to one. */
export const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * A transaction that no client waits for: its statements may each take 30 s, where those of requests
 * are cut before the request has to be answered.
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
