import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Saved and removed methods of the test processor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table test_charges add column saves boolean not null default false`.execute(db);
  await sql`create table test_removed_methods (reference text primary key)`.execute(db);
  await sql`
    grant select, insert on test_removed_methods to ${sql.id(appRoleOf('processors'))}`.execute(db);
}
