import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Allows deleting pages that ended without a saved payment method. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = sql.id(appRoleOf('processors'));
  await sql`grant delete on method_setups to ${app}`.execute(db);
}
