import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Finds the emails of an account, and those about an object. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'letters_account', 'on letters (account_id, id)');
  await createIndexConcurrently(db, 'letters_about', 'on letters using gin (about)');
}
