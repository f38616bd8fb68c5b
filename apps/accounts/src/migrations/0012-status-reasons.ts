import { type Kysely, sql } from 'kysely';

/** Why an account has its status, in the words of whoever gave it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column status_reason text`.execute(db);
}
