import { type Kysely, sql } from 'kysely';

/** Terms for saving a card, and the text that an attempt accepted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_requests
      add column consent_interval text,
      add column consent_interval_count integer,
      add column consent_amount bigint,
      add column consent_cancel_address text`.execute(db);
  await sql`alter table payment_attempts add column consent_text text`.execute(db);
}
