import { type Kysely, sql } from 'kysely';

/**
 * Entries that the bank has not named are counted, so statements that overlap agree on them. Stored
 * from now on; null in existing rows, which count as unnamed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bank_entries add column is_named boolean`.execute(db);
}
