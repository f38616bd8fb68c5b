import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Index for a customer's pages for saving a payment method. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'method_setups_customer',
    'on method_setups (account_id, customer)',
  );
}
