import { type Kysely, sql } from 'kysely';

/**
 * Separate queues, so that slow emails delay no other ones; existing emails go to the notification
 * queue.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table letters add column lane text not null default 'told'`.execute(db);
}
