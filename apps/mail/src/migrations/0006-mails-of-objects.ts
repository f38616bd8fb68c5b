import { type Kysely, sql } from 'kysely';

/** Objects that an email is about and its address, so that sent emails can be looked up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table letters
      add column about uuid[] not null default '{}',
      add column sent_to text`.execute(db);
}
