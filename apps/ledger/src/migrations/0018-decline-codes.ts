import { type Kysely, sql } from 'kysely';

/** Why the last attempt was declined, for requests that fail from now on; null in existing rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_requests add column decline_code text`.execute(db);
}
