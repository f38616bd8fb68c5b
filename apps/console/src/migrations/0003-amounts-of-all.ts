import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Searches for an amount across all accounts: the newest of very many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'objects_amounts_of_all',
    'on objects (amount, id) where amount is not null',
  );
}
