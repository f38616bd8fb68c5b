import { type Kysely, sql } from 'kysely';

/** URL that the page of a payment request returns to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_requests add column return_url text`.execute(db);
}
