import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/**
 * Finds the next account with waiting email, and its oldest due ones, without reading its backlog.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'letters_lane_turns',
    "on letters (lane, coalesce(account_id, '00000000-0000-0000-0000-000000000000'::uuid), due_at) where status = 'waiting'",
  );
}
