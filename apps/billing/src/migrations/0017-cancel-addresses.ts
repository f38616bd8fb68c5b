import { type Kysely, sql } from 'kysely';

/** Where the customers of an account end what they pay for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_gates add column cancel_address text`.execute(db);
}
