import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'a key and an index that nothing relies on: objects are never deleted, and words go by their terms',
};

/** Drops a foreign key and an index that nothing uses, and leaves free space for updates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table words drop constraint words_object_id_fkey`.execute(db);
  await sql`drop index words_of_objects`.execute(db);
  await sql`alter table objects set (fillfactor = 70)`.execute(db);
}
