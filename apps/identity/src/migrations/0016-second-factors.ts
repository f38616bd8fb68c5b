import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Second factors and recovery codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const role = sql.id(appRoleOf('identity'));
  await sql`
    create table second_factors (
      user_id uuid primary key references users on delete cascade,
      id uuid not null unique,
      secret bytea not null,
      last_step bigint not null,
      wrong_codes int not null,
      wrong_since timestamptz(3),
      created_at timestamptz(3) not null,
      confirmed_at timestamptz(3)
    )`.execute(db);
  await sql`grant select, insert, delete on second_factors to ${role}`.execute(db);
  await sql`
    grant update (last_step, wrong_codes, wrong_since, confirmed_at)
      on second_factors to ${role}`.execute(db);
  await sql`
    create table recovery_codes (
      user_id uuid not null references second_factors on delete cascade,
      hash bytea not null check (octet_length(hash) = 32),
      used_at timestamptz(3),
      primary key (user_id, hash)
    )`.execute(db);
  await sql`grant select, insert, delete on recovery_codes to ${role}`.execute(db);
  await sql`grant update (used_at) on recovery_codes to ${role}`.execute(db);
}
