import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Expected bank transfers, and entries of bank statements. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const app = sql.id(appRoleOf('processors'));
  await sql`
    create table bank_orders (
      id uuid primary key,
      account_id uuid not null,
      -- ISO 11649.
      reference text not null unique,
      amount bigint,
      currency text,
      status text not null check (status in ('waiting', 'paid', 'canceled')),
      paid_at timestamptz(3),
      created_at timestamptz(3) not null default clock_timestamp(),
      check (status = 'canceled' or (amount is not null and currency is not null)),
      check ((status = 'paid') = (paid_at is not null))
    )`.execute(db);
  await sql`
    create index bank_orders_paid on bank_orders (paid_at) where paid_at is not null`.execute(db);
  await sql`
    create table bank_statements (
      id uuid primary key,
      livemode boolean not null,
      format text not null,
      bank_reference text,
      account text,
      entries integer not null,
      known integer not null,
      matched integer not null,
      unmatched integer not null,
      created_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db);
  await sql`
    create table bank_entries (
      id uuid primary key,
      statement_id uuid not null references bank_statements,
      entry_reference text not null unique,
      booking_date text not null check (booking_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
      amount bigint not null check (amount >= 0),
      currency text not null,
      direction text not null check (direction in ('credit', 'debit')),
      is_reversal boolean not null,
      reference text,
      remittance text,
      end_to_end_id text,
      payer_name text,
      payer_iban text,
      status text not null
        check (status in ('matched', 'unmatched', 'assigned', 'returned', 'outgoing')),
      reason text,
      order_id uuid references bank_orders,
      account_id uuid,
      note text,
      -- The request by which it was assigned to an account.
      assigned_by uuid,
      created_at timestamptz(3) not null default clock_timestamp(),
      updated_at timestamptz(3) not null default clock_timestamp(),
      check ((status = 'unmatched') <= (reason is not null))
    )`.execute(db);
  await sql`
    create index bank_entries_unmatched on bank_entries (id) where reason is not null`.execute(db);
  await sql`
    create table bank_lines (
      -- By which transaction it was written: those of one that goes on are not read past.
      written_by xid8 not null default pg_current_xact_id(),
      position bigint generated always as identity,
      entry_id uuid not null unique references bank_entries,
      kind text not null check (kind in ('charge', 'adjustment')),
      about text,
      gross bigint not null,
      currency text not null,
      at timestamptz(3) not null default clock_timestamp(),
      primary key (written_by, position)
    )`.execute(db);
  await sql`
    grant select, insert, update on bank_orders, bank_statements, bank_entries, bank_lines
       to ${app}`.execute(db);
}
