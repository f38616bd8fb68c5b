import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Allows renaming API keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`grant update (name) on api_keys to ${sql.id(appRoleOf('identity'))}`.execute(db);
}
