import { type Kysely, sql } from 'kysely';

/** Revokes a user except for the session in which they chose a new password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table revocations add column except_session uuid`.execute(db);
}
