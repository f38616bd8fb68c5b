import { createIndexConcurrently, createIndexOnPartitions } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/**
 * Indexes for rare filter values: without one, a page that finds nothing reads every row. The
 * reference comes first, for callers who see all accounts.
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
