import type { Accepted } from '@florin/database';
import { type Kysely, sql } from 'kysely';

export const accepted: Accepted = {
  why: 'only refunds and disputes that are under way change: a few rows, for a moment',
};

/** The invoice that a refunded or disputed charge paid; null for other payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const underWay = [
    ['refunds', ['reserved', 'pending']],
    ['disputes', ['needs_response', 'under_review']],
  ] as const;
  for (const [name, statuses] of underWay) {
    const table = sql.table(name);
    await sql`alter table ${table} add column invoice_id uuid`.execute(db);
    await sql`
      update ${table} set invoice_id = charges.invoice_id
        from charges
       where charges.id = charge_id and charges.invoice_id is not null
         and ${table}.status = any(${[...statuses]}::text[])`.execute(db);
  }
}
