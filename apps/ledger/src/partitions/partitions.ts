import { IDEMPOTENCY_KEY_DAYS } from '@florin/contracts';
import { deletePublished, inBackground } from '@florin/database';
import { type Kysely, sql } from 'kysely';
import type { LedgerTables } from '../schema/tables.ts';

const MONTHS_AHEAD = 3;
const DAYS_AHEAD = 7;
/** A key is used throughout a day, so its partition must stay one day longer. */
export const REPLIES_KEPT_DAYS = IDEMPOTENCY_KEY_DAYS + 1;

/** Creates the current and future partitions, without which writes fail. */
export async function ensurePartitions(db: Kysely<LedgerTables>): Promise<void> {
  await inBackground(db, (tx) =>
    sql`select make_partitions(${MONTHS_AHEAD}, ${DAYS_AHEAD})`.execute(tx),
  );
}

/**
 * Creates partitions and drops expired keys.
 * @throws Error with the remaining time if that is less than required.
 */
export async function maintainPartitions(db: Kysely<LedgerTables>): Promise<void> {
  try {
    await ensurePartitions(db);
    await inBackground(db, (tx) => sql`select drop_old_replies(${REPLIES_KEPT_DAYS})`.execute(tx));
  } catch (cause) {
    await assertPartitionsAhead(db, cause);
    throw cause;
  }
  await assertPartitionsAhead(db);
}

async function assertPartitionsAhead(db: Kysely<LedgerTables>, cause?: unknown): Promise<void> {
  const ending = (await measurePartitions(db)).filter(({ days }) => days < DAYS_AHEAD);
  if (ending.length === 0) return;
  const left = ending.map(({ table, days }) => `${table} for ${days.toFixed(1)} days`).join(', ');
  throw new Error(`writes fail after the last partition; remaining: ${left}`, {
    cause,
  });
}

/** Days until partitions run out; a table's name shows whether it is split by month or day. */
export async function measurePartitions(
  db: Kysely<LedgerTables>,
): Promise<readonly { readonly table: string; readonly days: number }[]> {
  const { rows } = await sql<{ table: string; ahead: string }>`
    select parent as table, extract(epoch from max(ends) - timezone('UTC', now())) as ahead
      from (select parent.relname as parent,
                   case when parent.relname = 'replies'
                        then to_date(right(child.relname, 10), 'YYYY_MM_DD') + interval '1 day'
                        else to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month'
                   end as ends
              from pg_inherits
              join pg_class parent on parent.oid = inhparent
              join pg_class child on child.oid = inhrelid
             where parent.relkind = 'p' and parent.relnamespace = current_schema()::regnamespace) parts
     group by parent`.execute(db);
  return rows.map(({ table, ahead }) => ({ table, days: Number(ahead) / 86_400 }));
}

const ROWS_MAX = 5_000;
/** Longer than the stream keeps events, so that a wiped stream can be refilled. */
export const EVENTS_KEPT_DAYS = 30;

/** Deletes a limited number of old events; returns whether there may be more. */
export async function deletePublishedEvents(db: Kysely<LedgerTables>): Promise<boolean> {
  return (await deletePublished(db, EVENTS_KEPT_DAYS, ROWS_MAX)) > 0n;
}
