import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** What lists are filtered by and few accounts have: without an index all are read to find those. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'accounts_status',
    "on accounts (status, id) where status in ('pending', 'suspended', 'closed')",
  );
  await createIndexConcurrently(db, 'accounts_created_at', 'on accounts (created_at)');
}
