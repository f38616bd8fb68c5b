import { type Kysely, sql } from 'kysely';

/** By which schedule an account duns what fails; null for the usual one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_gates add column dunning_days integer[]`.execute(db);
}
