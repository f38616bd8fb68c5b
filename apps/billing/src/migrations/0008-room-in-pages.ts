import { type Kysely, sql } from 'kysely';

/**
 * A renewal leases a subscription and begins its charge without changing indexed columns. Spare
 * room in each page allows HOT updates, which write no index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscriptions set (fillfactor = 50)`.execute(db);
}
