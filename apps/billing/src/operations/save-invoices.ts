import type { Transaction } from 'kysely';
import {
  countNumbers,
  type HeardChange,
  invoicesOf,
  keepBook,
  type Step,
} from '../domain/invoice-book.ts';
import {
  deleteDrafts,
  findInvoices,
  insertInvoices,
  takeNumbers,
  updateInvoices,
} from '../store/invoices.ts';
import type { BillingTables } from '../store/schema.ts';
import { moveCredits } from './pay-by-credit.ts';

/**
 * Does to the invoices what the events of their subscriptions mean for them, however many there
 * are: each kind of row is read and written by one statement. Numbers come last, since nobody else
 * finalizes an invoice of that seller until the transaction ends.
 */
export async function saveInvoices(
  tx: Transaction<BillingTables>,
  steps: readonly Step[],
): Promise<readonly HeardChange[]> {
  const read = await findInvoices(tx, steps.flatMap(invoicesOf));
  const counts = countNumbers(steps, read);
  const book = keepBook(steps, read, await takeNumbers(tx, counts));
  await insertInvoices(tx, [...book.drafted.values()]);
  await updateInvoices(tx, [...book.changed.values()]);
  await moveCredits(tx, book.credits);
  await deleteDrafts(tx, book.dropped);
  return book.heard;
}
