import { type Kysely, sql } from 'kysely';

/** Hash of a request as sent, besides the hash of its parsed form. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table replies add column sent_hash text`.execute(db);
}
