import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Former emails of a closed account's users, which others can take. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column former_email text`.execute(db);
  await sql`
    grant update (former_email) on users to ${sql.id(appRoleOf('identity'))}`.execute(db);
}
