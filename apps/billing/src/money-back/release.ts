import type { Transaction } from 'kysely';
import { findEntriesOf } from '../books/queries.ts';
import type { LockedInvoice } from '../invoices/lock.ts';
import type { InvoiceChange } from '../invoices/model.ts';
import { keepRefund } from '../invoices/money-back-model.ts';
import type { BillingTables } from '../schema.ts';
import { amountOf } from './model.ts';

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
