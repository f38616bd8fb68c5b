import { type Kysely, sql } from 'kysely';

/** What takes long to write waits by itself; mails of before wait among those that nobody has asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table letters add column lane text not null default 'told'`.execute(db);
}
