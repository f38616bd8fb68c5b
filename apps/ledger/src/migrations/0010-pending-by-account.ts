import { createIndexConcurrently, createIndexOnPartitions } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

const PENDING = `(account_id) where status = 'pending'`;

/** Index for closing an account: finds pending objects regardless of the length of its history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'payment_requests_pending', `on payment_requests ${PENDING}`);
  await createIndexOnPartitions(db, 'transactions', 'transactions_pending', PENDING);
}
