import { type Kysely, sql } from 'kysely';

/** An invoice whose payment request has ended can be asked for again, by another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invoices add column payment_round integer not null default 0`.execute(db);
}
