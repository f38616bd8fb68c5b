import { type Kysely, sql } from 'kysely';

/** Reason for an account's status, as written by the administrator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column status_reason text`.execute(db);
}
