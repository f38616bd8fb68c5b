import { type Kysely, sql, type Transaction } from 'kysely';
import { readTimes } from '../../clock.ts';
import { bySystem } from '../../domain/cause.ts';
import { noticeOf, REMINDER_DAYS } from '../../domain/invoice/one-off.ts';
import type { BillingTables } from '../../schema.ts';
import { lockOneOff } from '../invoices/queries.ts';
import { saveChanges } from '../invoices/save-changes.ts';

const ROWS_MAX = 50;

/**
 * Publishes that one-off invoices are overdue, and later that reminders are due. Safe to run in
 * several processes.
 * @returns number of notices; a full page means that there may be more.
 */
export function noticeOverdue(db: Kysely<BillingTables>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const times = await readTimes(tx, null);
    let count = 0;
    for (const id of await findDue(tx, times.nowMs)) {
      const invoice = await lockOneOff(tx, id);
      const notice = invoice && noticeOf(invoice, times.nowMs);
      if (!notice) continue;
      await saveChanges(tx, invoice, [notice], { ...times, cause: bySystem });
      count += 1;
    }
    return count;
  });
}

/** Open invoices whose next notice is due; the last notice has no successor. */
async function findDue(tx: Transaction<BillingTables>, nowMs: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from one_off_invoices
     where status = 'open' and due_at <= ${new Date(nowMs)}
       and due_at + make_interval(days => (${REMINDER_DAYS}::integer[])[reminder_count + 1])
           <= ${new Date(nowMs)}
     order by due_at limit ${ROWS_MAX} for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}
