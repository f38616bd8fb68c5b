import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Credit of customers and paying accounts with a seller, and its history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table credit_balances (
      seller_id uuid not null,
      holder_id uuid not null,
      currency text not null,
      balance bigint not null check (balance >= 0),
      updated_at timestamptz(3) not null default clock_timestamp(),
      primary key (seller_id, holder_id, currency)
    )`.execute(db);
  await sql`create index credit_balances_holder on credit_balances (holder_id)`.execute(db);
  await sql`
    create table credit_entries (
      position bigint generated always as identity unique,
      id uuid primary key,
      seller_id uuid not null,
      holder_id uuid not null,
      currency text not null,
      kind text not null check (kind in ('granted', 'applied', 'returned')),
      amount bigint not null check ((amount < 0) = (kind = 'applied') and amount <> 0),
      balance_after bigint not null check (balance_after >= 0),
      subscription_id uuid not null references subscriptions,
      invoice_id uuid not null,
      cause text not null,
      created_at timestamptz(3) not null default clock_timestamp(),
      unique (invoice_id, kind)
    )`.execute(db);
  await sql`create index credit_entries_holder on credit_entries (holder_id, position)`.execute(db);
  const role = sql.id(appRoleOf('billing'));
  await sql`grant select, insert, update on credit_balances to ${role}`.execute(db);
  // The history of credit is append-only.
  await sql`grant select, insert on credit_entries to ${role}`.execute(db);
}
