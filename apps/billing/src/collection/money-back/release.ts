import type { Transaction } from 'kysely';
import type { InvoiceChange } from '../../domain/invoice/model.ts';
import { amountOf, keepRefund } from '../../domain/invoice/money-back.ts';
import { findEntriesOf } from '../../invoicing/books/queries.ts';
import type { LockedInvoice } from '../../invoicing/invoices/lock.ts';
import type { BillingTables } from '../../schema.ts';

/**
 * The change that releases the money of a refused or failed refund.
 * @param source public id of the refund
 * @returns undefined if nothing is reserved for it
 */
export async function findRelease(
  tx: Transaction<BillingTables>,
  { invoice, times }: LockedInvoice,
  source: string,
): Promise<InvoiceChange | undefined> {
  const amount = amountOf(await findEntriesOf(tx, invoice.id), 'refunded', source);
  return amount > 0n ? keepRefund(invoice, { source, amount }, times.nowMs) : undefined;
}
