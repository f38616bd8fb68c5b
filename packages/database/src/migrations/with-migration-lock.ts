import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Another process may be creating one index, which may take this long. */
const WAIT_MS_MAX = 3_600_000;
const PAUSE_MS = 20;
const LOCK = `pg_try_advisory_lock(hashtext('florin migrations'))`;

/**
 * Runs work while no other process migrates this database. Polls instead of waiting in Postgres,
 * because a concurrent index build waits for every earlier statement, including a waiting lock.
 * See https://www.postgresql.org/docs/current/sql-createindex.html#SQL-CREATEINDEX-CONCURRENTLY
 * @throws Error if others take longer than an hour
 */
export async function withMigrationLock<Result>(
  pool: Pool,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    const endsAt = performance.now() + WAIT_MS_MAX;
    while (!(await client.query<{ locked: boolean }>(`select ${LOCK} as locked`)).rows[0]?.locked) {
      if (performance.now() > endsAt)
        throw new Error('another migration has not finished within an hour');
      await pause(PAUSE_MS);
    }
    return await work();
  } finally {
    // Closing the connection releases the lock.
    client.release(true);
  }
}
