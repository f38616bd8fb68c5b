import { type Kysely, sql } from 'kysely';

/**
 * A renewal takes a subscription and begins its charge without changing what is indexed. With room
 * in the page for the row as it is then, no index is written for that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions set (fillfactor = 50)`.execute(db);
}
