import { type Kysely, sql } from 'kysely';

/** Replaces an ended payment request of an invoice by a new one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invoices add column payment_round integer not null default 0`.execute(db);
}
