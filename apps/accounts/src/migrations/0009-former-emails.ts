import { type Kysely, sql } from 'kysely';

/** The email address of a closed account that another account uses now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column former_email text`.execute(db);
}
