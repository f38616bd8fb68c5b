import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Index for deleting these pages, oldest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'method_setups_unused',
    "on method_setups (created_at) where status in ('declined', 'canceled')",
  );
}
