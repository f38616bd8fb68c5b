import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Pages without a login: the token of a row opens its page until the row is revoked or expires. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const role = sql.id(appRoleOf('billing'));
  await sql`
    create table public_links (
      invoice_id uuid primary key,
      seller_id uuid not null,
      token text not null unique,
      created_at timestamptz(3) not null default clock_timestamp(),
      revoked_at timestamptz(3)
    )`.execute(db);
  await sql`
    create table portal_sessions (
      id uuid primary key,
      seller_id uuid not null,
      customer_id uuid not null references customers,
      token text not null unique,
      return_url text,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db);
  await sql`create index portal_sessions_expired on portal_sessions (expires_at)`.execute(db);
  await sql`
    create table portal_settings (
      account_id uuid primary key,
      settings text not null,
      updated_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db);
  await sql`grant select, insert, update on public_links to ${role}`.execute(db);
  await sql`grant select, insert, delete on portal_sessions to ${role}`.execute(db);
  await sql`grant select, insert, update on portal_settings to ${role}`.execute(db);
}
