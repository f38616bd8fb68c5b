import { type Kysely, sql } from 'kysely';

/** Which run of the closing an account belongs to, so that only one closes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column closing_run uuid`.execute(db);
}
