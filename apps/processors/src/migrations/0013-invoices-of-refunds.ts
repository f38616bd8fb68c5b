import { type Kysely, sql } from 'kysely';

/** Which invoice the money of a refund or a dispute had paid; null for other payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['refunds', 'disputes']) {
    await sql`alter table ${sql.table(table)} add column invoice_id uuid`.execute(db);
    await sql`
      update ${sql.table(table)} set invoice_id = charges.invoice_id
        from charges where charges.id = charge_id and charges.invoice_id is not null`.execute(db);
  }
}
