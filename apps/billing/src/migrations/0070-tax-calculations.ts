import { appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

/** Results of tax engines, until a charge or an invoice uses them. Starts empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tax_calculations (
      id uuid primary key,
      seller_id uuid not null,
      holder_id uuid not null,
      inputs_hash text not null,
      calculation_id text not null,
      taxes text not null,
      invoice_id uuid,
      created_at timestamptz(3) not null default clock_timestamp(),
      expires_at timestamptz(3) not null
    )`.execute(db);
  await sql`
    create index tax_calculations_kept on tax_calculations (holder_id, seller_id)
     where invoice_id is null`.execute(db);
  await sql`
    create index tax_calculations_invoice on tax_calculations (invoice_id)
     where invoice_id is not null`.execute(db);
  await sql`create index tax_calculations_created on tax_calculations (created_at)`.execute(db);
  await sql`
    grant select, insert, update, delete on tax_calculations to ${sql.id(appRoleOf('billing'))}`.execute(
    db,
  );
}
