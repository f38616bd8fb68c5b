import { appRoleOf, createInbox } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Plans, customers, subscriptions with their history, invoices and the gates of accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = appRoleOf('billing');
  await createPlansAndCustomers(db);
  await createSubscriptions(db);
  await createInvoices(db);
  await sql`
    create table account_gates (
      account_id uuid primary key,
      is_closed boolean not null default false
    )`.execute(db);
  const role = sql.id(app);
  await sql`
    grant select, insert, update
       on customers, subscriptions, invoice_numbers, account_gates to ${role}`.execute(db);
  // Plans and history are append-only; only drafts of failed charges are deleted.
  await sql`grant select, insert on plans, subscription_history to ${role}`.execute(db);
  await sql`grant select, insert, update, delete on invoices to ${role}`.execute(db);
  await createInbox(db, app);
}

async function createPlansAndCustomers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table plans (
      position bigint generated always as identity unique,
      account_id uuid not null,
      slug text not null,
      name text not null,
      amount bigint not null check (amount > 0),
      currency text not null,
      interval text not null check (interval in ('day', 'week', 'month', 'year')),
      interval_count integer not null check (interval_count > 0),
      created_at timestamptz(3) not null default clock_timestamp(),
      primary key (account_id, slug)
    )`.execute(db);
  await sql`
    create table customers (
      id uuid primary key,
      account_id uuid not null,
      external_id text,
      email text,
      name text,
      metadata text not null default '{}',
      created_at timestamptz(3) not null default clock_timestamp(),
      updated_at timestamptz(3) not null default clock_timestamp(),
      unique (account_id, external_id)
    )`.execute(db);
  await sql`create index customers_account on customers (account_id, id)`.execute(db);
  await sql`create index customers_external_id on customers (external_id)`.execute(db);
}

async function createSubscriptions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subscriptions (
      id uuid primary key,
      version bigint not null,
      seller_id uuid not null,
      payer_account_id uuid,
      customer_id uuid references customers,
      status text not null check (status in
        ('incomplete', 'trialing', 'active', 'past_due', 'paused', 'canceled', 'expired')),
      plan_id text not null,
      is_charging boolean not null,
      state text not null,
      history_length bigint not null,
      due_at timestamptz(3),
      leased_until timestamptz(3) not null default '-infinity',
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      check ((payer_account_id is null) <> (customer_id is null))
    )`.execute(db);
  await sql`create index subscriptions_due on subscriptions (due_at) where due_at is not null`.execute(
    db,
  );
  await sql`create index subscriptions_seller on subscriptions (seller_id, id)`.execute(db);
  await sql`create index subscriptions_payer on subscriptions (payer_account_id, id)`.execute(db);
  await sql`create index subscriptions_customer on subscriptions (customer_id, id)`.execute(db);
  await sql`
    create table subscription_history (
      subscription_id uuid not null references subscriptions,
      sequence bigint not null,
      type text not null,
      body text not null,
      request_id text,
      idempotency_key text,
      happened_at timestamptz(3) not null,
      primary key (subscription_id, sequence)
    )`.execute(db);
}

async function createInvoices(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invoices (
      id uuid primary key,
      version bigint not null,
      seller_id uuid not null,
      payer_account_id uuid,
      customer_id uuid references customers,
      customer_reference text not null,
      subscription_id uuid not null references subscriptions,
      cause text not null,
      number bigint,
      status text not null check (status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
      amount bigint not null check (amount >= 0),
      currency text not null,
      lines text not null,
      attempt_count integer not null default 0,
      due_at timestamptz(3),
      payment_id uuid,
      payment_url text,
      payment_state text not null default 'none'
        check (payment_state in ('none', 'open', 'to_cancel', 'ended')),
      is_paid_early boolean not null default false,
      transaction_id uuid,
      finalized_at timestamptz(3),
      paid_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      unique (subscription_id, cause),
      unique (seller_id, number),
      check ((status = 'draft') = (number is null)),
      check ((status = 'paid') = (paid_at is not null))
    )`.execute(db);
  await sql`create index invoices_seller on invoices (seller_id, id)`.execute(db);
  await sql`create index invoices_payer on invoices (payer_account_id, id)`.execute(db);
  await sql`create index invoices_customer on invoices (customer_id, id)`.execute(db);
  await sql`
    create index invoices_to_cancel on invoices (id) where payment_state = 'to_cancel'`.execute(db);
  await sql`
    create table invoice_numbers (
      seller_id uuid primary key,
      last_number bigint not null
    )`.execute(db);
}
