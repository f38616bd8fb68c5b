import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';

/** As long as one index may take, which is what somebody else may be at. */
const WAIT_MS_MAX = 3_600_000;
const PAUSE_MS = 20;
const LOCK = `pg_try_advisory_lock(hashtext('florin migrations'))`;

/**
 * Does something while no other process does so in this database. Asks again and again instead of
 * waiting in Postgres: whoever makes an index concurrently waits for every statement that was
 * begun before, and so would wait for those who wait for it.
 * @throws Error when the others take longer than an hour.
 */
export async function withMigrationLock<Result>(
  pool: Pool,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    const endsAt = performance.now() + WAIT_MS_MAX;
    while (!(await client.query<{ locked: boolean }>(`select ${LOCK} as locked`)).rows[0]?.locked) {
      if (performance.now() > endsAt) throw new Error('another migration has not ended in an hour');
      await pause(PAUSE_MS);
    }
    return await work();
  } finally {
    // With its connection the lock goes.
    client.release(true);
  }
}
