import { setTimeout as pause } from 'node:timers/promises';
import type { DomainEvent } from '@florin/contracts';
import type { Pool } from 'pg';

/** Longest time that the outcome of a lost COMMIT is asked for. */
const WAIT_MS_MAX = 2_000;
const PAUSE_MS = 50;

type Outcome = 'committed' | 'aborted' | 'unknown';

/** By its place in the order of its object, which has an index. */
type WrittenEvent = Pick<DomainEvent, 'id' | 'aggregate_id' | 'aggregate_sequence'>;

/**
 * What became of a database transaction whose COMMIT was not answered. Never guesses and never
 * throws: while it is not known or the transaction is still in progress it asks again, and gives up
 * with `unknown`.
 *
 * A number alone proves no commit: when Postgres crashes it forgets the numbers of transactions
 * that it had not yet written down, and gives them to others. Nor does one prove a rollback: where the
 * ledger's tables have moved to another Postgres meanwhile, it is somebody else's there. It is asked
 * beside a row of the ledger's, so that it is asked where they are.
 * @param event one that only this transaction can have written; undefined when it wrote none.
 */
export async function findOutcome(
  pool: Pool,
  xid: string,
  event: WrittenEvent | undefined,
): Promise<Outcome> {
  const endsAt = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const outcome = await askForOutcome(pool, xid, event);
    if (outcome !== undefined) return outcome;
    if (performance.now() > endsAt) return 'unknown';
    await pause(PAUSE_MS);
  }
}

/** Undefined while it is not known. */
async function askForOutcome(
  pool: Pool,
  xid: string,
  event: WrittenEvent | undefined,
): Promise<Outcome | undefined> {
  try {
    const { rows } = await pool.query<{ status: string | null }>(
      'select pg_xact_status($1::xid8) as status from outbox_cursor',
      [xid],
    );
    const status = rows[0]?.status;
    if (status !== 'committed' && status !== 'aborted') return undefined;
    if (event === undefined) return status === 'aborted' ? 'aborted' : 'unknown';
    // By a later snapshot, which sees whatever that transaction has written.
    const { rowCount } = await pool.query(
      `select from outgoing_events
        where aggregate_id = $1 and aggregate_sequence = $2 and event_id = $3`,
      [event.aggregate_id, event.aggregate_sequence, event.id],
    );
    return rowCount === 0 ? 'aborted' : 'committed';
  } catch {
    // A query that fails says nothing about the transaction.
    return undefined;
  }
}
