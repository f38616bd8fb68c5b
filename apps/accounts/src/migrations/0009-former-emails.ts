import { type Kysely, sql } from 'kysely';

/** The email of a closed account whose place another one has taken. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column former_email text`.execute(db);
}
