import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'the view keeps its columns and gets one more, which older code neither reads nor writes',
};

/** Payments of invoices outside Florin, as JSON text; null in existing rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invoices add column outside_payments text`.execute(db);
  await sql`alter table one_off_invoices add column outside_payments text`.execute(db);
  await sql
    .raw(`
    create or replace view invoice_documents as
      select ${columns} from invoices union all select ${columns} from one_off_invoices`)
    .execute(db);
}

// Replacing a view requires the same column order, so the new column is last.
const columns = `id, version, seller_id, payer_account_id, customer_id, customer_reference,
  subscription_id, cause, number, document_number, status, amount, currency, lines, parties,
  attempt_count, reminder_count, failure_reason, due_at, due_days, memo, sent_at, outside_reference, credited,
  credited_owed,
  payment_id, payment_url, payment_state, payment_round, is_paid_early, transaction_id,
  finalized_at, paid_at, created_at, updated_at, standing, booked_version, decline_code,
  collection_method, discounts, outside_payments`;
