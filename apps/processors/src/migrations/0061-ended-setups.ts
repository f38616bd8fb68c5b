import { appRoleOf, createIndexConcurrently } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const isOutsideTransaction = true;

/** Pages for saving a payment method that ended without one are deleted, oldest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = sql.id(appRoleOf('processors'));
  await sql`grant delete on method_setups to ${app}`.execute(db);
  await createIndexConcurrently(
    db,
    'method_setups_unused',
    "on method_setups (created_at) where status in ('declined', 'canceled')",
  );
}
