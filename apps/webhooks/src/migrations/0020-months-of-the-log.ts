import { appRoleOf, partitionByMonth } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/**
 * Partitions the log and audited operations by the months of their ids, so that old months can be
 * dropped at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('webhooks');
  for (const table of ['events', 'audited_operations'])
    await partitionByMonth(db, table, app, 'select, insert');
}
