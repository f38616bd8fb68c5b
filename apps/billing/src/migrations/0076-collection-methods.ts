import type { Accepted } from '@florin/database';
import type { Kysely } from 'kysely';
import { addInvoiceColumn } from './add-invoice-column.ts';

export const accepted: Accepted = {
  since: '0.1.0',
  why: 'the view keeps its columns and gets one more, which older code does not read',
};

/** How a one-off invoice is collected after finalization; null in existing rows, which are sent. */
export function up(db: Kysely<unknown>): Promise<void> {
  return addInvoiceColumn(db, 'collection_method');
}
