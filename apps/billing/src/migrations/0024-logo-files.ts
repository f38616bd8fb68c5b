import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Mails show a logo by what it is, without a word of whose it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'logos_hash', 'on logos (hash)');
}
