import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Finds equal entries without the bank's own name: each import counts them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'bank_entries_unnamed',
    'on bank_entries (booking_date, amount) where is_named is not true',
  );
}
