import { dropMonth, ensureMonths, inBackground, listExpired, type Month } from '@florin/database';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { WebhooksTables } from '../schema.ts';

/** Tables of the log: events, and operations without events. */
export const LOG_TABLES = ['events', 'audited_operations'] as const;

type LogTable = (typeof LOG_TABLES)[number];

export function ensureLogMonths(db: Kysely<WebhooksTables>): Promise<void> {
  return ensureMonths(db, LOG_TABLES);
}

/**
 * Drops months of the log beyond the retention, oldest first.
 * @param keptDays undefined for unlimited
 * @returns false: no more work at once
 */
export async function dropExpired(
  db: Kysely<WebhooksTables>,
  keptDays: number | undefined,
): Promise<boolean> {
  if (keptDays === undefined) return false;
  for (const table of LOG_TABLES)
    for (const month of await listExpired(db, table, keptDays)) {
      // Later months wait for one that is still needed, since the log must have no gap.
      if (await isNeeded(db, table, month)) break;
      await inBackground(db, (tx) => dropLogMonth(tx, table, month));
    }
  return false;
}

/**
 * Drops the oldest month of a table. Its events still count as known when published again.
 * @throws Error if any of them is still to be delivered; then nothing is dropped.
 */
export async function dropLogMonth(
  tx: Transaction<WebhooksTables>,
  table: LogTable,
  month: Month,
): Promise<void> {
  await dropMonth(tx, table, month);
  // Checked under the lock, so that a replay that has read these events is over.
  if (await isNeeded(tx, table, month))
    throw new Error(`${month.name} cannot be removed: it has events with pending deliveries`);
  if (table === 'events') await tx.updateTable('log_start').set({ first_id: month.ends }).execute();
}

/** Whether events of a month are still to be delivered: only the log contains their content. */
async function isNeeded(
  db: Kysely<WebhooksTables>,
  table: LogTable,
  { starts, ends }: Month,
): Promise<boolean> {
  if (table !== 'events') return false;
  const { rows } = await sql`
    select from deliveries
     where event_id < ${ends} and (${starts}::uuid is null or event_id >= ${starts})
       and status = 'pending' and test_event is null limit 1`.execute(db);
  return rows.length > 0;
}
