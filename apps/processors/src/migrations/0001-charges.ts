import {
  type Accepted,
  addSentHash,
  addTraceToOutbox,
  appRoleOf,
  createIdempotencyKeys,
  createLeases,
  createOutbox,
  createSteps,
  moveOutboxToCursor,
  renameSteps,
} from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'there is no older version of this service that could run beside it',
};

/** Charges, saved payment methods, and the tables of the test processor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createFoundations(db, appRoleOf('processors'));
  const app = sql.id(appRoleOf('processors'));
  await createCharges(db);
  await createMethods(db);
  await createTestCharges(db);
  await sql`
    grant select, insert, update on charges, payment_methods, test_charges to ${app}`.execute(db);
}

async function createFoundations(db: Kysely<unknown>, app: string): Promise<void> {
  await createIdempotencyKeys(db, app);
  await addSentHash(db);
  await createSteps(db, app);
  await renameSteps(db, app);
  await createOutbox(db, app);
  await addTraceToOutbox(db);
  await moveOutboxToCursor(db, app);
  await createLeases(db, app);
}

async function createCharges(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table charges (
      id uuid primary key,
      payment_id uuid not null,
      account_id uuid not null,
      merchant_reference text,
      processor text not null,
      livemode boolean not null,
      amount bigint not null check (amount > 0),
      currency text not null,
      status text not null check (status in ('ordered', 'pending', 'requires_action', 'authorized',
                                             'succeeded', 'declined', 'canceled')),
      reference text,
      code text,
      card_brand text,
      card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
      card_exp_month integer,
      card_exp_year integer,
      action json,
      saves_for text,
      mandate text,
      is_reported boolean not null default false,
      ask_at timestamptz(3),
      created_at timestamptz(3) not null default clock_timestamp(),
      updated_at timestamptz(3) not null default clock_timestamp(),
      check ((status in ('succeeded', 'declined', 'canceled')) = (ask_at is null))
    )`.execute(db);
  await sql`create index charges_payment on charges (payment_id)`.execute(db);
  await sql`create index charges_ask on charges (ask_at) where ask_at is not null`.execute(db);
  await sql`
    create index charges_unreported on charges (updated_at)
     where not is_reported and ask_at is null`.execute(db);
  await sql`
    create unique index charges_reference on charges (processor, reference)
     where reference is not null`.execute(db);
}

async function createMethods(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_methods (
      id uuid primary key,
      version bigint not null default 1,
      account_id uuid not null,
      customer text not null,
      processor text not null,
      livemode boolean not null,
      merchant_reference text,
      reference text not null,
      customer_reference text,
      card_brand text,
      card_last4 text,
      card_exp_month integer,
      card_exp_year integer,
      mandate text,
      is_default boolean not null,
      created_at timestamptz(3) not null default clock_timestamp(),
      updated_at timestamptz(3) not null default clock_timestamp(),
      removed_at timestamptz(3)
    )`.execute(db);
  await sql`
    create unique index payment_methods_default on payment_methods (account_id, customer)
     where is_default and removed_at is null`.execute(db);
  await sql`
    create unique index payment_methods_reference
        on payment_methods (account_id, customer, processor, reference)`.execute(db);
  await sql`create index payment_methods_account on payment_methods (account_id, id)`.execute(db);
}

/** Charges of the test processor, used only by it. */
async function createTestCharges(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table test_charges (
      id uuid primary key,
      account_id uuid,
      status text not null check (status in ('succeeded', 'authorized', 'declined', 'pending',
                                             'canceled')),
      amount bigint,
      captured bigint,
      currency text,
      code text,
      card_brand text,
      card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
      card_exp_month integer,
      card_exp_year integer,
      created_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db);
}
