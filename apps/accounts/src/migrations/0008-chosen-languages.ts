import { type Kysely, sql } from 'kysely';

/** Whether somebody has chosen the language of an account, were it the one that is the default. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column is_language_chosen boolean not null default false`.execute(
    db,
  );
}
