import { sql, type Transaction } from 'kysely';
import type { WebhooksTables } from '../schema.ts';

/** Which of these events are in the log, or among audited operations, or of months that were dropped. */
export async function findKnown(
  tx: Transaction<WebhooksTables>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from events where id = any(${ids}::uuid[])
    union all
    select id from audited_operations where id = any(${ids}::uuid[])
    union all
    select asked.id from unnest(${ids}::uuid[]) as asked (id)
      join log_start on asked.id < log_start.first_id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
