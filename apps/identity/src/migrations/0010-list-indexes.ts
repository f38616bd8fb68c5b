import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Indexes for filters that few users match; without them a list scans all users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'users_status',
    "on users (status, id) where status in ('suspended', 'pending')",
  );
}
