import { type Kysely, sql } from 'kysely';

/** The customer of a refund or dispute, copied from its charge; null in existing rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table refunds add column customer text`.execute(db);
  await sql`alter table disputes add column customer text`.execute(db);
}
