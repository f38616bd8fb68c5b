import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Finds the payment requests of a customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'payment_requests_customer',
    'on payment_requests (account_id, (coalesce(customer_id, saves_for)))',
  );
}
