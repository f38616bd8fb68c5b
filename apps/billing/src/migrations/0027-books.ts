import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/**
 * The receivables ledger is append-only. An invoice whose `booked_version` differs from its version
 * gets its entries from its documents. Older versions still read the view `all_invoices`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const role = sql.id(appRoleOf('billing'));
  await sql`
    create table book_entries (
      position bigint generated always as identity,
      invoice_id uuid not null,
      sequence integer not null check (sequence > 0),
      seller_id uuid not null,
      holder_id uuid not null,
      currency text not null,
      kind text not null,
      source text,
      document text not null,
      amount bigint not null,
      postings text not null,
      occurred_at timestamptz(3) not null,
      occurred_on text,
      request_id text,
      recorded_at timestamptz(3) not null default clock_timestamp(),
      primary key (invoice_id, sequence)
    )`.execute(db);
  await sql`create index book_entries_seller on book_entries (seller_id, occurred_at, position)`.execute(
    db,
  );
  await sql`grant select, insert on book_entries to ${role}`.execute(db);
  for (const table of ['invoices', 'one_off_invoices'])
    await sql`
      alter table ${sql.table(table)}
        add column standing text,
        add column booked_version bigint not null default 0`.execute(db);
  await sql
    .raw(`
    create view invoice_documents as
      select ${columns} from invoices union all select ${columns} from one_off_invoices`)
    .execute(db);
  await sql`grant select on invoice_documents to ${role}`.execute(db);
}

const columns = `id, version, seller_id, payer_account_id, customer_id, customer_reference,
  subscription_id, cause, number, document_number, status, amount, currency, lines, parties,
  attempt_count, reminder_count, failure_reason, due_at, due_days, memo, sent_at, outside_reference, credited,
  credited_owed,
  payment_id, payment_url, payment_state, payment_round, is_paid_early, transaction_id,
  finalized_at, paid_at, created_at, updated_at, standing, booked_version`;
