import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Pages for saving a method without paying. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = sql.id(appRoleOf('processors'));
  await sql`
    create table method_setups (
      id uuid primary key,
      account_id uuid not null,
      merchant_reference text,
      customer text not null,
      email text not null,
      mandate text not null,
      return_url text not null,
      processor text not null,
      livemode boolean not null,
      status text not null check (status in ('open', 'saved', 'declined', 'canceled')),
      ask_at timestamptz(3),
      created_at timestamptz(3) not null default clock_timestamp(),
      check ((status = 'open') = (ask_at is not null))
    )`.execute(db);
  await sql`
    create index method_setups_ask on method_setups (ask_at) where ask_at is not null`.execute(db);
  await sql`
    create table test_setups (
      id uuid primary key,
      token text not null unique,
      mandate text not null,
      return_url text not null,
      card_brand text,
      card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
      card_exp_month integer,
      card_exp_year integer,
      created_at timestamptz(3) not null default clock_timestamp(),
      saved_at timestamptz(3)
    )`.execute(db);
  await sql`
    create index test_setups_saved on test_setups (saved_at) where saved_at is not null`.execute(
    db,
  );
  await sql`grant select, insert, update on method_setups, test_setups to ${app}`.execute(db);
}
