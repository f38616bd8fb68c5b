import { dropMonth, ensureMonths, inBackground, listExpired, type Month } from '@florin/database';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { WebhooksTables } from '../schema.ts';

/** What the log consists of: events, and what was asked for and no event tells. */
export const LOG_TABLES = ['events', 'audited_operations'] as const;

type LogTable = (typeof LOG_TABLES)[number];

export function ensureLogMonths(db: Kysely<WebhooksTables>): Promise<void> {
  return ensureMonths(db, LOG_TABLES);
}

/**
 * Drops months of the log past their time, the oldest one first.
 * @param keptDays undefined keeps all for ever
 * @returns false: nothing is left to be done at once
 */
export async function dropExpired(
  db: Kysely<WebhooksTables>,
  keptDays: number | undefined,
): Promise<boolean> {
  if (keptDays === undefined) return false;
  for (const table of LOG_TABLES)
    for (const month of await listExpired(db, table, keptDays)) {
      // Of one that is still needed those after it wait, since there must not be a gap.
      if (await isNeeded(db, table, month)) break;
      await inBackground(db, (tx) => dropLogMonth(tx, table, month));
    }
  return false;
}

/**
 * Drops the oldest month of a table, from which on what comes again from before is known.
 * @throws Error when something of it is still to be delivered: then nothing is dropped.
 */
export async function dropLogMonth(
  tx: Transaction<WebhooksTables>,
  table: LogTable,
  month: Month,
): Promise<void> {
  await dropMonth(tx, table, month);
  // Looked at behind the lock: a replay of these events that has read them is over by now.
  if (await isNeeded(tx, table, month))
    throw new Error(`${month.name} stays: events of it are still to be delivered`);
  if (table === 'events') await tx.updateTable('log_start').set({ first_id: month.ends }).execute();
}

/** Whether events of it are still to be delivered: what is sent stands in the log alone. */
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
