import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Index to find payments by their customer's email address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'payment_requests_email',
    'on payment_requests (customer_email, account_id, id)',
  );
}
