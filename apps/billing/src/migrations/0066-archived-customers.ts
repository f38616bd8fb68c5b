import { type Kysely, sql } from 'kysely';

/** When a customer was archived, and when its personal data was replaced; null in existing rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table customers add column archived_at timestamptz(3),
                          add column anonymized_at timestamptz(3)`.execute(db);
}
