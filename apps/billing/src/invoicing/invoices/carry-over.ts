import type { Uuid } from '@florin/contracts';
import { type Kysely, sql } from 'kysely';
import type { BillingTables } from '../../schema.ts';
import { lockInvoice } from './lock.ts';

/**
 * Adds missing entries to invoices that a version without books changed, each in its own
 * transaction. Returns the number of invoices.
 * @param sellerId owner of the invoices; undefined for all sellers
 */
export async function carryOver(
  db: Kysely<BillingTables>,
  rowsMax: number,
  sellerId?: Uuid,
): Promise<number> {
  const isWanted = sellerId === undefined ? sql`true` : sql`seller_id = ${sellerId}`;
  const { rows } = await sql<{ id: Uuid }>`
    (select id from invoices
      where booked_version <> version and status <> 'draft' and ${isWanted} limit ${rowsMax})
    union all
    (select id from one_off_invoices
      where booked_version <> version and status <> 'draft' and ${isWanted} limit ${rowsMax})
    `.execute(db);
  // Locking an invoice adds its missing entries.
  for (const { id } of rows) await db.transaction().execute((tx) => lockInvoice(tx, id));
  return Math.min(rows.length, rowsMax);
}
