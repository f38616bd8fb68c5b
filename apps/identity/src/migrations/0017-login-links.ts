import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** One-time login links for an operator who starts Florin and reads its terminal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table login_links (
      hash bytea primary key check (octet_length(hash) = 32),
      user_id uuid not null references users on delete cascade,
      expires_at timestamptz(3) not null
    )`.execute(db);
  await sql`create index login_links_user on login_links (user_id)`.execute(db);
  await sql`create index login_links_expires_at on login_links (expires_at)`.execute(db);
  await sql`grant select, insert, delete on login_links to ${sql.id(appRoleOf('identity'))}`.execute(
    db,
  );
}
