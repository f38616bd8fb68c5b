import { type Kysely, sql } from 'kysely';

/** What a mail is about, and where it went, for those who ask whether somebody was told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table letters
      add column about uuid[] not null default '{}',
      add column sent_to text`.execute(db);
}
