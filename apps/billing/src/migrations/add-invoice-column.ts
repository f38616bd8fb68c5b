import { type Kysely, sql } from 'kysely';

/** Adds a text column to both tables of invoices, and as the last one to the view over them. */
export async function addInvoiceColumn(db: Kysely<unknown>, column: string): Promise<void> {
  for (const table of ['invoices', 'one_off_invoices'])
    await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} text`.execute(db);
  // Replacing a view requires its present columns in their order.
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = 'invoice_documents'
     order by ordinal_position`.execute(db);
  const columns = [...rows.map(({ name }) => name), column].join(', ');
  await sql
    .raw(`
    create or replace view invoice_documents as
      select ${columns} from invoices union all select ${columns} from one_off_invoices`)
    .execute(db);
}
