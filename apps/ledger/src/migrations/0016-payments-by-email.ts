import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Who looks for a payment knows its customer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'payment_requests_email',
    'on payment_requests (customer_email, account_id, id)',
  );
}
