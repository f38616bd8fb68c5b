import { addToOutbox } from '@florin/database';
import type { Transaction } from 'kysely';
import type { BillingTables } from '../schema.ts';
import { invoiceEvent, type Occasion } from '../subscriptions/public-events.ts';
import { recordChanges } from './books.ts';
import type { Invoice, InvoiceChange } from './model.ts';
import { updateInvoices } from './queries.ts';

/** Saves and publishes changes of one invoice, each of which follows from the one before it. */
export async function saveChanges(
  tx: Transaction<BillingTables>,
  before: Invoice,
  changes: readonly InvoiceChange[],
  occasion: Occasion,
): Promise<Invoice> {
  const after = changes.at(-1)?.invoice;
  if (!after) return before;
  await updateInvoices(tx, [after]);
  const { requestId } = occasion.cause;
  await recordChanges(
    tx,
    changes.map((change, index) => ({
      before: changes[index - 1]?.invoice ?? before,
      change,
      requestId,
    })),
  );
  const events = changes.map((change, index) =>
    invoiceEvent(changes[index - 1]?.invoice ?? before, change, occasion),
  );
  await addToOutbox(tx, events);
  return after;
}
