import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Email verification. Existing users count as verified, so an upgrade locks no one out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const role = sql.id(appRoleOf('identity'));
  await sql`
    alter table users
      add column email_verified_at timestamptz(3),
      add column is_email_assumed boolean not null default true`.execute(db);
  await sql`grant update (email_verified_at, is_email_assumed) on users to ${role}`.execute(db);

  await sql`
    create table email_confirmations (
      id uuid primary key,
      cause_id uuid not null,
      purpose text not null,
      user_id uuid not null references users on delete cascade,
      email text not null,
      new_email text,
      language text,
      code_tries int not null default 0,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3)
    )`.execute(db);
  await sql`create index email_confirmations_user on email_confirmations (user_id)`.execute(db);
  await sql`create index email_confirmations_cause on email_confirmations (cause_id)`.execute(db);
  await sql`
    create index email_confirmations_expires_at on email_confirmations (expires_at)`.execute(db);
  await sql`grant select, insert, delete on email_confirmations to ${role}`.execute(db);
  await sql`grant update (code_tries, used_at) on email_confirmations to ${role}`.execute(db);
  await sql`
    create table email_confirmation_secrets (
      hash bytea primary key check (octet_length(hash) = 32),
      confirmation_id uuid not null references email_confirmations on delete cascade
    )`.execute(db);
  await sql`
    create index email_confirmation_secrets_of
      on email_confirmation_secrets (confirmation_id)`.execute(db);
  await sql`grant select, insert, delete on email_confirmation_secrets to ${role}`.execute(db);

  await sql`
    create table password_reset_requests (
      id uuid primary key,
      email text not null,
      network bytea not null check (octet_length(network) = 32),
      language text,
      request_id text not null,
      requested_at timestamptz(3) not null,
      answered_at timestamptz(3)
    )`.execute(db);
  await sql`
    create index password_reset_requests_waiting
      on password_reset_requests (id) where answered_at is null`.execute(db);
  await sql`
    create index password_reset_requests_network
      on password_reset_requests (network, requested_at)`.execute(db);
  await sql`
    create index password_reset_requests_requested_at
      on password_reset_requests (requested_at)`.execute(db);
  await sql`grant select, insert, delete on password_reset_requests to ${role}`.execute(db);
  await sql`grant update (answered_at) on password_reset_requests to ${role}`.execute(db);
}
