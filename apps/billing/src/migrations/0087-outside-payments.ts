import type { Accepted } from '@florin/database';
import type { Kysely } from 'kysely';
import { addInvoiceColumn } from './add-invoice-column.ts';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'the view keeps its columns and gets one more, which older code neither reads nor writes',
};

/** Payments of invoices outside Florin, as JSON text; null in existing rows. */
export function up(db: Kysely<unknown>): Promise<void> {
  return addInvoiceColumn(db, 'outside_payments');
}
