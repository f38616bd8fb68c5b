import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Notices of processors, and refunds to payers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = sql.id(appRoleOf('processors'));
  await sql`
    create table notices (
      processor text not null,
      id text not null,
      about text not null check (about in ('charge', 'refund', 'dispute', 'payout', 'method')),
      reference text not null,
      our_id uuid,
      merchant_reference text,
      tries integer not null default 0,
      look_at timestamptz(3) default clock_timestamp(),
      received_at timestamptz(3) not null default clock_timestamp(),
      primary key (processor, id)
    )`.execute(db);
  await sql`create index notices_look on notices (look_at) where look_at is not null`.execute(db);
  await sql`create index notices_old on notices (received_at) where look_at is null`.execute(db);
  await sql`
    create table notice_polls (
      processor text primary key,
      polled_until timestamptz(3) not null
    )`.execute(db);
  await sql`
    create table refunds (
      id uuid primary key,
      version bigint not null,
      account_id uuid not null,
      payment_id uuid not null,
      charge_id uuid not null references charges,
      livemode boolean not null,
      amount bigint not null check (amount > 0),
      currency text not null,
      reason text,
      metadata json not null,
      -- A reserved one is not there for clients yet: its money has still to be found.
      status text not null check (status in ('reserved', 'pending', 'succeeded', 'failed')),
      failure_reason text,
      reference text,
      transaction_id uuid,
      ask_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    )`.execute(db);
  await sql`create index refunds_charge on refunds (charge_id)`.execute(db);
  await sql`create index refunds_account on refunds (account_id, id)`.execute(db);
  await sql`create index refunds_payment on refunds (payment_id, id)`.execute(db);
  await sql`create index refunds_ask on refunds (ask_at) where ask_at is not null`.execute(db);
  await sql`create index refunds_reference on refunds (reference) where reference is not null`.execute(
    db,
  );
  await sql`grant select, insert, update, delete on notices, refunds to ${app}`.execute(db);
  await sql`grant select, insert, update on notice_polls to ${app}`.execute(db);
}
