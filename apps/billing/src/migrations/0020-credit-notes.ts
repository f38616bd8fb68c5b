import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Credit notes of sellers, and credit that payers receive from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const role = sql.id(appRoleOf('billing'));
  await sql`
    create table credit_notes (
      id uuid primary key,
      seller_id uuid not null,
      payer_account_id uuid,
      customer_id uuid references customers,
      customer_reference text not null,
      invoice_id uuid not null,
      document_number text,
      invoice_number text not null,
      status text not null check (status in ('pending', 'issued')),
      destination text not null check (destination in ('invoice', 'balance', 'card', 'outside')),
      reason text not null,
      memo text,
      amount bigint not null check (amount > 0),
      currency text not null,
      lines text not null,
      parties text,
      refund_id text,
      created_at timestamptz(3) not null,
      issued_at timestamptz(3),
      unique (seller_id, document_number),
      check ((status = 'issued') = (document_number is not null)),
      check ((status = 'issued') = (issued_at is not null))
    )`.execute(db);
  await sql`create index credit_notes_seller on credit_notes (seller_id, id)`.execute(db);
  await sql`create index credit_notes_payer on credit_notes (payer_account_id, id)`.execute(db);
  await sql`create index credit_notes_customer on credit_notes (customer_id, id)`.execute(db);
  await sql`create index credit_notes_invoice on credit_notes (invoice_id, id)`.execute(db);
  // Separate from the entries of invoices, in one shared order: services of the previous version do
  // not read it.
  await sql`
    create table credit_note_entries (
      position bigint not null unique default nextval('credit_entries_position_seq'),
      id uuid primary key,
      seller_id uuid not null,
      holder_id uuid not null,
      currency text not null,
      kind text not null check (kind = 'credit_note'),
      amount bigint not null check (amount > 0),
      balance_after bigint not null check (balance_after >= 0),
      subscription_id uuid,
      invoice_id uuid not null,
      credit_note_id uuid not null unique references credit_notes,
      cause text not null,
      created_at timestamptz(3) not null default clock_timestamp()
    )`.execute(db);
  await sql`
    create index credit_note_entries_holder on credit_note_entries (holder_id, position)`.execute(
    db,
  );
  await sql`
    create view all_credit_entries as
      select position, id, seller_id, holder_id, currency, kind, amount, balance_after,
             subscription_id, invoice_id, null::uuid as credit_note_id, cause, created_at
        from credit_entries
       union all
      select position, id, seller_id, holder_id, currency, kind, amount, balance_after,
             subscription_id, invoice_id, credit_note_id, cause, created_at
        from credit_note_entries`.execute(db);
  await sql`grant select, insert, update, delete on credit_notes to ${role}`.execute(db);
  await sql`grant select, insert on credit_note_entries to ${role}`.execute(db);
  await sql`grant select on all_credit_entries to ${role}`.execute(db);
  await sql`grant usage on sequence credit_entries_position_seq to ${role}`.execute(db);
}
