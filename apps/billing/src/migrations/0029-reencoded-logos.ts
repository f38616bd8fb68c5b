import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/**
 * Whether a logo was re-encoded. Logos of an earlier version are raw uploads until they are read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table logos add column state text not null default 'uploaded'`.execute(db);
  await sql`grant update (bytes, state) on logos to ${sql.id(appRoleOf('billing'))}`.execute(db);
}
