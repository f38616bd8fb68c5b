import { appRoleOf, createLeases, createOutbox } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const appRole = appRoleOf('identity');
  const role = sql.id(appRole);
  await createOutbox(db, appRole);
  await createLeases(db, appRole);

  await sql`
    create table revision (
      is_only boolean primary key default true check (is_only),
      revision bigint not null
    )`.execute(db);
  await sql`insert into revision (revision) values (0)`.execute(db);
  await sql`grant select, update on revision to ${role}`.execute(db);
  await sql`
    create table revocations (
      revision bigint primary key,
      kind text not null check (kind in ('session', 'user', 'account', 'key', 'principal')),
      subject uuid not null,
      expires_at timestamptz(3) not null
    )`.execute(db);
  await sql`create index revocations_expires_at on revocations (expires_at)`.execute(db);
  await sql`grant select, insert, delete on revocations to ${role}`.execute(db);

  await sql`
    create table signing_keys (
      kid text primary key,
      private_jwk text not null,
      created_at timestamptz(3) not null,
      signs_from timestamptz(3) not null,
      published_until timestamptz(3)
    )`.execute(db);
  await sql`grant select, insert on signing_keys to ${role}`.execute(db);

  await sql`
    create table accounts (
      id uuid primary key,
      status text not null check (status in ('open', 'read_only', 'closed'))
    )`.execute(db);
  await sql`grant select, insert on accounts to ${role}`.execute(db);
  // Row locks need the right to update at least one column.
  await sql`grant update (status) on accounts to ${role}`.execute(db);

  await sql`
    create table users (
      id uuid primary key,
      email text not null unique,
      username text unique check (username = lower(username) and position('@' in username) = 0),
      name text,
      password_hash text not null,
      status text not null check (status in ('active', 'suspended', 'pending')),
      account_id uuid references accounts,
      role text check (role in ('member', 'owner', 'platform', 'admin')),
      version bigint not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      check ((account_id is null) = (role is null))
    )`.execute(db);
  await sql`create index users_account on users (account_id)`.execute(db);
  await sql`grant select, insert on users to ${role}`.execute(db);
  await sql`grant update (account_id, role, version, updated_at) on users to ${role}`.execute(db);

  await sql`
    create table emails (
      email text primary key,
      account_id uuid,
      user_id uuid unique references users,
      reserved_until timestamptz(3),
      check (account_id is not null or user_id is not null),
      check (account_id is not null or reserved_until is null)
    )`.execute(db);
  await sql`
    create unique index emails_account on emails (account_id)
     where reserved_until is null`.execute(db);
  await sql`grant select, insert, update, delete on emails to ${role}`.execute(db);
  await sql`
    create table owner_reservations (
      account_id uuid primary key,
      email text not null unique references emails,
      user_id uuid not null,
      name text,
      password_hash text not null,
      role text not null check (role in ('owner', 'admin')),
      creator_user_id uuid
    )`.execute(db);
  await sql`grant select, insert, delete on owner_reservations to ${role}`.execute(db);

  await sql`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      ended_at timestamptz(3),
      version bigint not null
    )`.execute(db);
  await sql`create index sessions_user on sessions (user_id)`.execute(db);
  await sql`create index sessions_expires_at on sessions (expires_at)`.execute(db);
  await sql`grant select, insert, delete on sessions to ${role}`.execute(db);
  await sql`grant update (ended_at, version) on sessions to ${role}`.execute(db);
  await sql`
    create table refresh_tokens (
      hash bytea primary key,
      session_id uuid not null references sessions on delete cascade,
      generation integer not null,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3),
      unique (session_id, generation)
    )`.execute(db);
  await sql`grant select, insert on refresh_tokens to ${role}`.execute(db);
  await sql`grant update (used_at) on refresh_tokens to ${role}`.execute(db);
}
