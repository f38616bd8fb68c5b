import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table failed_logins (
      pair bytea primary key check (octet_length(pair) = 32),
      failures int not null check (failures > 0),
      last_at timestamptz(3) not null
    )`.execute(db);
  await sql`create index failed_logins_last_at on failed_logins (last_at)`.execute(db);
  await sql`
    grant select, insert, update, delete on failed_logins
       to ${sql.id(appRoleOf('identity'))}`.execute(db);
}
