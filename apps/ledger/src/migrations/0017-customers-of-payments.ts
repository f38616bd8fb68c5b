import { type Kysely, sql } from 'kysely';

/** The customer who pays; existing rows name one only if they save a card. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_requests add column customer_id text`.execute(db);
}
