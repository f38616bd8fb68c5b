import { setTimeout as pause } from 'node:timers/promises';
import { isServerTrouble } from '@florin/database';
import type { Pool } from 'pg';

/** Longest time that the outcome of a lost COMMIT is asked for. */
const WAIT_MS_MAX = 2_000;
const PAUSE_MS = 50;

export type Outcome = 'committed' | 'aborted' | 'unknown';

/**
 * What became of a database transaction whose COMMIT was not answered. Never guesses: while the
 * server is away or the transaction still in progress it asks again, and in the end says so.
 */
export async function findOutcome(pool: Pool, xid: string): Promise<Outcome> {
  const endsAt = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const status = await askForStatus(pool, xid);
    if (status === 'committed' || status === 'aborted') return status;
    if (performance.now() > endsAt) return 'unknown';
    await pause(PAUSE_MS);
  }
}

async function askForStatus(pool: Pool, xid: string): Promise<string | null | undefined> {
  try {
    const { rows } = await pool.query<{ status: string | null }>(
      'select pg_xact_status($1::xid8) as status',
      [xid],
    );
    return rows[0]?.status;
  } catch (error) {
    if (isServerTrouble(error)) return undefined;
    throw error;
  }
}
