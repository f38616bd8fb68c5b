import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** For whoever looks for an amount in all accounts: the newest of very many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'objects_amounts_of_all',
    'on objects (amount, id) where amount is not null',
  );
}
