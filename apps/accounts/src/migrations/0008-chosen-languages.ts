import { type Kysely, sql } from 'kysely';

/** Whether the language of an account was chosen, even if it equals the default. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column is_language_chosen boolean not null default false`.execute(
    db,
  );
}
