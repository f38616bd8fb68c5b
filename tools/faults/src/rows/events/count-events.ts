import type { Sql } from '@florin/system-kit';

/** Events of the ledger. */
export const countEvents = (sql: Sql) => count(sql, 'true');

/** Those that are not marked as published. */
export const countUnpublished = (sql: Sql) => count(sql, 'published_at is null');

/** Those that webhooks does not have. */
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
