import { type Kysely, sql } from 'kysely';

/** What a request with a key was like when it was sent, beside how it was read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table replies add column sent_hash text`.execute(db);
}
