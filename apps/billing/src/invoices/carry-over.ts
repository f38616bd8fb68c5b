import type { Uuid } from '@florin/contracts';
import { type Kysely, sql } from 'kysely';
import type { BillingTables } from '../schema.ts';
import { lockInvoice } from './lock.ts';

/**
 * Adds the entries of invoices that a version without books has changed; each invoice in a transaction of
 * its own. Returns how many there were.
 * @param sellerId whose invoices; undefined for those of everyone
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
  // Locking an invoice carries it over.
  for (const { id } of rows) await db.transaction().execute((tx) => lockInvoice(tx, id));
  return Math.min(rows.length, rowsMax);
}
