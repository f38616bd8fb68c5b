import { type Kysely, sql } from 'kysely';

/** Changes of an account are mutually exclusive, like its closing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts rename column closing_run to run`.execute(db);
}
