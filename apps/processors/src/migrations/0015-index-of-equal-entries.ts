import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Index for counting equal entries without a bank id on each import. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'bank_entries_unnamed',
    'on bank_entries (booking_date, amount) where is_named is not true',
  );
}
