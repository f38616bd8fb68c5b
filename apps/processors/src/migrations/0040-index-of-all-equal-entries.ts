import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Index for counting equal entries with or without a bank id on each import. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'bank_entries_equal', 'on bank_entries (booking_date, amount)');
}
