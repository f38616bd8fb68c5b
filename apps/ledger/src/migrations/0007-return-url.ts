import { type Kysely, sql } from 'kysely';

/** Where the page of a payment request leads back to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_requests add column return_url text`.execute(db);
}
