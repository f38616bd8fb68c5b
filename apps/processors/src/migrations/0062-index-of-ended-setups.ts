import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Finds the pages that are deleted, oldest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'method_setups_unused',
    "on method_setups (created_at) where status in ('declined', 'canceled')",
  );
}
