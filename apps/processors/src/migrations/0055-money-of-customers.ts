import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Indexes for charges, refunds and disputes of a customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'charges_customer',
    'on charges (account_id, (coalesce(customer, saves_for)))',
  );
  for (const table of ['refunds', 'disputes'] as const)
    await createIndexConcurrently(db, `${table}_customer`, `on ${table} (account_id, customer)`);
}
