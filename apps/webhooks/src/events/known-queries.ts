import { executeNamed, toIdArray } from '@florin/database';
import { sql, type Transaction } from 'kysely';
import type { WebhooksTables } from '../schema.ts';

/**
 * Finds the events that are in the log, among audited operations, or in dropped months. The plan is
 * made once for all months, but opens only those of the ids.
 */
export async function findKnown(
  tx: Transaction<WebhooksTables>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const sorted = ids.toSorted();
  const asked = toIdArray(ids);
  const rows = await executeNamed(
    tx,
    sql<{ id: string }>`
    select found.id from unnest(${asked}::uuid[]) as asked (id)
      cross join lateral (select id from events
                           where id = asked.id and id between ${sorted[0]}::uuid and ${sorted.at(-1)}::uuid
                          offset 0) found
    union all
    select found.id from unnest(${asked}::uuid[]) as asked (id)
      cross join lateral (select id from audited_operations where id = asked.id offset 0) found
    union all
    select asked.id from unnest(${asked}::uuid[]) as asked (id)
     where asked.id < (select first_id from log_start)`,
  );
  return new Set(rows.map(({ id }) => id));
}
