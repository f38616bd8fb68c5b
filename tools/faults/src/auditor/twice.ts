import type { Sql } from '@florin/system-kit';

/**
 * Events that webhooks handled twice: it delivers them twice, or its log already has them, so they
 * were set aside the second time.
 */
export async function findWorkedTwice(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ id: string }>(`
    select event_id::text as id from webhooks.deliveries
     group by endpoint_id, event_id having count(*) > 1
    union all
    select letter.event_id::text from webhooks.dead_letters letter
      join webhooks.events on events.id = letter.event_id`);
  return rows.map(({ id }) => id);
}
