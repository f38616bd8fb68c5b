import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Payment requests and the attempts to pay them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createRequests(db);
  await createAttempts(db);
  const app = sql.id(appRoleOf('ledger'));
  await sql`grant select, insert, update on payment_requests, payment_attempts to ${app}`.execute(
    db,
  );
}

async function createRequests(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_requests (
      id uuid not null,
      account_id uuid not null,
      version bigint not null,
      status text not null check (status in ('pending', 'succeeded', 'failed', 'canceled')),
      amount bigint not null check (amount > 0),
      currency text not null,
      customer_email text not null,
      reference text,
      metadata json not null,
      token text not null,
      key text,
      expires_at timestamptz(3) not null,
      failed_attempts integer not null check (failed_attempts between 0 and 5),
      transaction_id uuid,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (id, account_id),
      check ((status = 'succeeded') = (transaction_id is not null))
    )`.execute(db);
  await sql`create unique index payment_requests_token on payment_requests (token)`.execute(db);
  await sql`create unique index payment_requests_key on payment_requests (account_id, key)`.execute(
    db,
  );
  await sql`create index payment_requests_account on payment_requests (account_id, id)`.execute(db);
  await sql`
    create index payment_requests_due on payment_requests (expires_at)
     where status = 'pending'`.execute(db);
}

async function createAttempts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_attempts (
      id uuid not null,
      account_id uuid not null,
      payment_id uuid not null,
      status text not null check (status in ('processing', 'succeeded', 'declined')),
      processor text not null,
      processor_reference text,
      decline_code text,
      card_brand text,
      card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (id, account_id),
      check ((status = 'declined') = (decline_code is not null))
    )`.execute(db);
  // Database constraint against double credits from several tabs.
  await sql`
    create unique index payment_attempts_one on payment_attempts (payment_id, account_id)
     where status in ('processing', 'succeeded')`.execute(db);
  await sql`create index payment_attempts_payment on payment_attempts (payment_id)`.execute(db);
  await sql`
    create index payment_attempts_open on payment_attempts (id)
     where status = 'processing'`.execute(db);
}
