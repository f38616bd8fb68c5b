import { type Kysely, sql } from 'kysely';

/** Retry schedule of an account for failed charges; null for the default one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account_gates add column dunning_days integer[]`.execute(db);
}
