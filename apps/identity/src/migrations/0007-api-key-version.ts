import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Versions number the events of a key, which can now do more than end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys add column version bigint not null default 1`.execute(db);
  await sql`grant update (version) on api_keys to ${sql.id(appRoleOf('identity'))}`.execute(db);
}
