import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Pages for saving a payment method that ended without one are deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = sql.id(appRoleOf('processors'));
  await sql`grant delete on method_setups to ${app}`.execute(db);
}
