import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Finds the disputes of payments: each read of payments sums them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'disputes_payment', 'on disputes (payment_id)');
}
