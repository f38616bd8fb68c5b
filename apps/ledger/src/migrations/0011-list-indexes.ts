import { createIndexConcurrently, createIndexOnPartitions } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/**
 * What lists are filtered by and few rows have: without an index a page that finds nothing reads
 * all there is. References of all accounts come first, for those who see all of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexOnPartitions(
    db,
    'transactions',
    'transactions_reference',
    '(reference, account_id, id) where reference is not null',
  );
  await createIndexOnPartitions(
    db,
    'transactions',
    'transactions_undone',
    "(account_id, status, id) where status in ('failed', 'canceled')",
  );
  await createIndexOnPartitions(
    db,
    'transactions',
    'transactions_refund',
    "(account_id, id) where type = 'refund'",
  );
  await createIndexConcurrently(
    db,
    'payment_requests_reference',
    'on payment_requests (reference, account_id, id) where reference is not null',
  );
  await createIndexConcurrently(
    db,
    'payment_requests_status',
    'on payment_requests (account_id, status, id)',
  );
}
