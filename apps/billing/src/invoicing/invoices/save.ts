import type { Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import {
  applyToInvoices,
  invoicesOf,
  openedBy,
  type PublishedChange,
  type Step,
} from '../../domain/invoice/apply.ts';
import type { FindSale } from '../../domain/tax/sale.ts';
import type { BillingTables } from '../../schema.ts';
import { addReports } from '../../tax/engine/reports.ts';
import { moveCredits } from '../credits/save.ts';
import { recordChanges, withBooks } from './books.ts';
import { takeInvoiceNumbers } from './numbers.ts';
import { deleteDrafts, findInvoices, insertInvoices, updateInvoices } from './queries.ts';

/**
 * Applies subscription events to invoices, with one statement for each kind of row. Numbers are
 * taken last, because their row lock blocks the seller's other invoices.
 */
export async function saveInvoices(
  tx: Transaction<BillingTables>,
  steps: readonly Step[],
  findSale: FindSale,
  requestIdOf: (subscriptionId: Uuid | null) => string | null,
): Promise<readonly PublishedChange[]> {
  const read = await withBooks(tx, await findInvoices(tx, steps.flatMap(invoicesOf)));
  const numbers = await takeInvoiceNumbers(tx, openedBy(steps, read));
  const changes = applyToInvoices(steps, read, numbers, findSale);
  await insertInvoices(tx, [...changes.drafted.values()]);
  await updateInvoices(tx, [...changes.changed.values()]);
  await recordChanges(
    tx,
    changes.published.map(({ before, change }) => ({
      before,
      change,
      requestId: requestIdOf(before.subscriptionId),
    })),
  );
  await addReports(
    tx,
    changes.published.map(({ change }) => change),
  );
  await moveCredits(tx, changes.credits);
  await deleteDrafts(tx, changes.dropped);
  return changes.published;
}
