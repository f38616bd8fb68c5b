import { type Kysely, sql } from 'kysely';

/** The saga run that closes an account, so that only one does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column closing_run uuid`.execute(db);
}
