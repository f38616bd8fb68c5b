import { createIndexConcurrently } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** Indexes for filters that few rows match; without them a list scans all rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'deliveries_dead',
    "on deliveries (endpoint_id, id) where status = 'dead'",
  );
  await createIndexConcurrently(
    db,
    'audited_operations_refused',
    'on audited_operations (account_id, sequence, number) where status >= 400',
  );
}
