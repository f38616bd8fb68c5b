import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/**
 * One-off invoices, in their own table with the same columns, because services of the previous
 * version cannot show them. `all_invoices` reads both tables.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const role = sql.id(appRoleOf('billing'));
  await sql`
    alter table invoices
      add column sent_at timestamptz(3),
      add column outside_reference text,
      add column memo text,
      add column due_days integer,
      add column credited bigint not null default 0,
      add column credited_owed bigint not null default 0`.execute(db);
  await sql`
    create table one_off_invoices (
      id uuid primary key,
      version bigint not null,
      seller_id uuid not null,
      payer_account_id uuid check (payer_account_id is null),
      customer_id uuid not null references customers,
      customer_reference text not null,
      subscription_id uuid check (subscription_id is null),
      cause text not null check (cause = 'manual'),
      number bigint,
      document_number text,
      status text not null check (status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
      amount bigint not null,
      currency text not null,
      lines text not null,
      parties text,
      attempt_count integer not null default 0,
      reminder_count integer not null default 0,
      failure_reason text,
      due_at timestamptz(3),
      due_days integer,
      memo text,
      sent_at timestamptz(3),
      outside_reference text,
      credited bigint not null default 0,
      credited_owed bigint not null default 0,
      payment_id uuid,
      payment_url text,
      payment_state text not null default 'none'
        check (payment_state in ('none', 'open', 'to_cancel', 'ended')),
      payment_round integer not null default 0,
      is_paid_early boolean not null default false,
      transaction_id uuid,
      finalized_at timestamptz(3),
      paid_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      unique (seller_id, number),
      check ((status = 'draft') = (number is null)),
      check ((status = 'paid') = (paid_at is not null)),
      check (amount >= 0 or status = 'draft')
    )`.execute(db);
  await sql`create index one_off_invoices_seller on one_off_invoices (seller_id, id)`.execute(db);
  await sql`create index one_off_invoices_customer on one_off_invoices (customer_id, id)`.execute(
    db,
  );
  await sql`
    create index one_off_invoices_seller_unpaid on one_off_invoices (seller_id, status, id)
      where status <> 'paid'`.execute(db);
  await sql`
    create index one_off_invoices_to_cancel on one_off_invoices (id)
      where payment_state = 'to_cancel'`.execute(db);
  // Overdue open invoices.
  await sql`
    create index one_off_invoices_due on one_off_invoices (due_at) where status = 'open'`.execute(
    db,
  );
  await sql
    .raw(`
    create view all_invoices as
      select ${columns} from invoices union all select ${columns} from one_off_invoices`)
    .execute(db);
  await sql`grant select, insert, update, delete on one_off_invoices to ${role}`.execute(db);
  await sql`grant select on all_invoices to ${role}`.execute(db);
}

const columns = `id, version, seller_id, payer_account_id, customer_id, customer_reference,
  subscription_id, cause, number, document_number, status, amount, currency, lines, parties,
  attempt_count, reminder_count, failure_reason, due_at, due_days, memo, sent_at, outside_reference, credited,
  credited_owed,
  payment_id, payment_url, payment_state, payment_round, is_paid_early, transaction_id,
  finalized_at, paid_at, created_at, updated_at`;
