import { type Kysely, sql } from 'kysely';

/** API keys invite people. An older version accepts no such invitation, since it finds no user who made it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invitations add column invited_by_key uuid`.execute(db);
}
