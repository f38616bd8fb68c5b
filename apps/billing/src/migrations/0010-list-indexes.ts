import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/**
 * Indexes for list filters: without one, a page with few matches reads everything an account sells.
 * Nearly all invoices are paid, so that status needs none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'invoices_seller_unpaid',
    "on invoices (seller_id, status, id) where status <> 'paid'",
  );
  await createIndexConcurrently(
    db,
    'subscriptions_seller_status',
    'on subscriptions (seller_id, status, id)',
  );
  await createIndexConcurrently(
    db,
    'subscriptions_seller_plan',
    'on subscriptions (seller_id, plan_id, id)',
  );
}
