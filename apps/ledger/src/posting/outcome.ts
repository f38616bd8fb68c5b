import { setTimeout as pause } from 'node:timers/promises';
import type { DomainEvent } from '@florin/contracts';
import type { Pool } from 'pg';

/** Maximum time to query the outcome of a lost COMMIT. */
const WAIT_MS_MAX = 2_000;
const PAUSE_MS = 50;

type Outcome = 'committed' | 'aborted' | 'unknown';

/** Identified by its position in its aggregate, which has an index. */
type WrittenEvent = Pick<DomainEvent, 'id' | 'aggregate_id' | 'aggregate_sequence'>;

/**
 * Finds the outcome of a transaction whose COMMIT was not acknowledged; `unknown` after some time.
 * An id alone proves nothing: after a crash, Postgres may reuse ids that it had not written yet,
 * and the tables may have moved to another Postgres. So it is checked beside a row of the ledger.
 * See docs/engines.md.
 * @param event an event that only this transaction can have written; undefined if it wrote none.
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

/** Undefined if it is not known yet. */
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
    // A later snapshot sees everything that the transaction has written.
    const { rowCount } = await pool.query(
      `select from outgoing_events
        where aggregate_id = $1 and aggregate_sequence = $2 and event_id = $3`,
      [event.aggregate_id, event.aggregate_sequence, event.id],
    );
    return rowCount === 0 ? 'aborted' : 'committed';
  } catch {
    // A failed query says nothing about the transaction.
    return undefined;
  }
}
