import { type Kysely, sql } from 'kysely';

/** Email addresses or pages where the customers of an account cancel. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_gates add column cancel_address text`.execute(db);
}
