import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Sales and reversals to report to tax engines, in the order of their invoices. Starts empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tax_reports (
      id uuid primary key,
      seller_id uuid not null,
      invoice_id uuid not null,
      document_id uuid not null,
      kind text not null,
      calculation_id text,
      lines text,
      transaction_id text,
      line_ids text,
      problem text,
      tries int not null default 0,
      next_try_at timestamptz(3) not null default clock_timestamp(),
      created_at timestamptz(3) not null default clock_timestamp(),
      done_at timestamptz(3),
      unique (document_id, kind)
    )`.execute(db);
  await sql`create index tax_reports_invoice on tax_reports (invoice_id)`.execute(db);
  await sql`
    create index tax_reports_next_try_at on tax_reports (next_try_at)
     where done_at is null`.execute(db);
  await sql`
    grant select, insert, update on tax_reports to ${sql.id(appRoleOf('billing'))}`.execute(db);
}
