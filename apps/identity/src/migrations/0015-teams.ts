import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted = {
  since: '0.1.0',
  why: 'whoever knows four roles writes one of those that stay allowed',
};

/** More roles, memberships in several accounts, and invitations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const role = sql.id(appRoleOf('identity'));
  await sql`alter table users drop constraint users_role_check`.execute(db);
  await sql`
    create table memberships (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      account_id uuid not null references accounts,
      role text not null,
      version bigint not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      unique (user_id, account_id)
    )`.execute(db);
  await sql`create index memberships_account on memberships (account_id, user_id)`.execute(db);
  await sql`grant select, insert, delete on memberships to ${role}`.execute(db);
  await sql`grant update (role, version, updated_at) on memberships to ${role}`.execute(db);

  await sql`
    alter table sessions
      add column account_id uuid,
      add column user_agent text,
      add column network text,
      add column proved_at timestamptz(3)`.execute(db);
  await sql`grant update (proved_at) on sessions to ${role}`.execute(db);

  await sql`
    create table invitations (
      id uuid primary key,
      account_id uuid not null references accounts,
      email text not null,
      role text not null,
      invited_by uuid,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      accepted_at timestamptz(3),
      revoked_at timestamptz(3),
      version bigint not null
    )`.execute(db);
  await sql`create index invitations_page on invitations (account_id, id)`.execute(db);
  await sql`create index invitations_expires_at on invitations (expires_at)`.execute(db);
  await sql`grant select, insert, delete on invitations to ${role}`.execute(db);
  await sql`grant update (accepted_at, revoked_at, version) on invitations to ${role}`.execute(db);

  await sql`
    create table account_policies (
      account_id uuid primary key references accounts,
      support_refund_max bigint,
      stale_refund_max bigint,
      requires_second_factor boolean not null,
      version bigint not null,
      updated_at timestamptz(3) not null
    )`.execute(db);
  await sql`grant select, insert on account_policies to ${role}`.execute(db);
  await sql`
    grant update (support_refund_max, stale_refund_max, requires_second_factor, version, updated_at)
      on account_policies to ${role}`.execute(db);
}
