import { type Kysely, sql } from 'kysely';

/**
 * Statements that overlap agree on entries without a bank id by counting equal ones. Null in
 * existing rows, which count as unnamed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bank_entries add column is_named boolean`.execute(db);
}
