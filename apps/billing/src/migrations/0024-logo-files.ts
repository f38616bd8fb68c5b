import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Mails link to a logo by its hash, which does not reveal the seller. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'logos_hash', 'on logos (hash)');
}
