import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** What lists are filtered by and few users have: without an index all are read to find those. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'users_status',
    "on users (status, id) where status in ('suspended', 'pending')",
  );
}
