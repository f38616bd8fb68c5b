import { type Kysely, sql } from 'kysely';

/**
 * Invitations by API keys. An older version cannot accept them, because it finds no inviting user.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invitations add column invited_by_key uuid`.execute(db);
}
