import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** The indexes of the former column `lane`, for `queue`. Older processes still use the former. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'messages_queue_due',
    "on messages (queue, due_at) where status = 'waiting'",
  );
  await createIndexConcurrently(
    db,
    'messages_queue_turns',
    "on messages (queue, coalesce(account_id, '00000000-0000-0000-0000-000000000000'::uuid), due_at) where status = 'waiting'",
  );
}
