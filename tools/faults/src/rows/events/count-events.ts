import type { Sql } from '@florin/system-kit';

/** Number of the ledger's events. */
export const countEvents = (sql: Sql) => count(sql, 'true');

/** Number of events not marked as published. */
export const countUnpublished = (sql: Sql) => count(sql, 'published_at is null');

/** Number of events that webhooks does not have. */
export const countUndelivered = (sql: Sql) =>
  count(
    sql,
    `event_id not in (select id from webhooks.events
                      union all select id from webhooks.audited_operations)`,
  );

async function count(sql: Sql, condition: string): Promise<number> {
  const [row] = await sql<{ count: bigint }>(
    `select count(*) from ledger.outbox where ${condition}`,
  );
  return Number(row?.count ?? 0n);
}
