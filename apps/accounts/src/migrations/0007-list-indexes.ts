import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Indexes for rare filter values: without one, every account is read to find them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'accounts_status',
    "on accounts (status, id) where status in ('pending', 'suspended', 'closed')",
  );
  await createIndexConcurrently(db, 'accounts_created_at', 'on accounts (created_at)');
}
