import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Index for summing the disputes of payments on each read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'disputes_payment', 'on disputes (payment_id)');
}
