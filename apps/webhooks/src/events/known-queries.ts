import { sql, type Transaction } from 'kysely';
import type { WebhooksTables } from '../schema.ts';

/** Which of these events are in the log, or among audited operations: nothing is ever taken out. */
export async function findKnown(
  tx: Transaction<WebhooksTables>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from events where id = any(${ids}::uuid[])
    union all
    select id from audited_operations where id = any(${ids}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
