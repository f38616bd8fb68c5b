import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Finds equal entries with or without the bank's own name: each import counts both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'bank_entries_equal', 'on bank_entries (booking_date, amount)');
}
