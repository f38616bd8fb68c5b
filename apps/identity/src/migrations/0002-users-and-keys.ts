import { appRoleOf, createIdempotencyKeys } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const appRole = appRoleOf('identity');
  const role = sql.id(appRole);
  await createIdempotencyKeys(db, appRole);

  await sql`
    grant delete, update (email, username, name, password_hash, status) on users
       to ${role}`.execute(db);
  // An email is taken before its user is inserted: the email's row serializes all who want it.
  await sql`
    alter table emails alter constraint emails_user_id_fkey
    deferrable initially deferred`.execute(db);
  await sql`
    create index emails_reserved_until on emails (reserved_until)
     where reserved_until is not null`.execute(db);

  await sql`
    create table api_keys (
      id uuid primary key,
      account_id uuid not null references accounts,
      name text not null,
      prefix text not null,
      scopes text[] not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3),
      last_used_at timestamptz(3)
    )`.execute(db);
  await sql`create index api_keys_account on api_keys (account_id, id)`.execute(db);
  await sql`grant select, insert, delete on api_keys to ${role}`.execute(db);
  await sql`grant update (prefix, last_used_at) on api_keys to ${role}`.execute(db);
  await sql`
    create table api_key_secrets (
      hash bytea primary key check (octet_length(hash) = 32),
      key_id uuid not null references api_keys on delete cascade,
      ends_at timestamptz(3)
    )`.execute(db);
  await sql`create index api_key_secrets_key on api_key_secrets (key_id)`.execute(db);
  await sql`grant select, insert, delete on api_key_secrets to ${role}`.execute(db);
  await sql`grant update (ends_at) on api_key_secrets to ${role}`.execute(db);
}
