import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Indexes for deliveries of one event, and for operations on one object. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'deliveries_event', 'on deliveries (event_id, id)');
  await createIndexConcurrently(
    db,
    'audited_operations_target',
    'on audited_operations (target_id, position) where target_id is not null',
  );
}
