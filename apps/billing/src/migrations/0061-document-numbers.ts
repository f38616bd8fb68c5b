import { type Accepted, appRoleOf } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  why: 'reads the numbers of all documents once, and writes to a new table alone',
};

/** Every text that a seller has used as a document number, for all kinds and formats. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_numbers (
      seller_id uuid not null,
      text text not null,
      primary key (seller_id, text)
    )`.execute(db);
  await sql`grant select, insert on document_numbers to ${sql.id(appRoleOf('billing'))}`.execute(
    db,
  );
  await sql`
    insert into document_numbers
    select seller_id, coalesce(document_number, number::text) from invoices
     where coalesce(document_number, number::text) is not null
    union
    select seller_id, coalesce(document_number, number::text) from one_off_invoices
     where coalesce(document_number, number::text) is not null
    union
    select seller_id, document_number from credit_notes where document_number is not null`.execute(
    db,
  );
}
