import { appRoleOf, partitionByMonth } from '@florin/database';
import type { Kysely } from 'kysely';

export const isOutsideTransaction = true;

/** The log, and what was asked and no event tells, by the months of their ids: old ones can leave at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('webhooks');
  for (const table of ['events', 'audited_operations'])
    await partitionByMonth(db, table, app, 'select, insert');
}
