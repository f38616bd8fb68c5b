import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Index for the events of an object, in order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'events_objects', 'on events (aggregate_id, position)');
}
