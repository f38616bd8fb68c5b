import { addToOutbox } from '@florin/database';
import type { Transaction } from 'kysely';
import type { Occasion } from '../../domain/cause.ts';
import type { Invoice, InvoiceChange } from '../../domain/invoice/model.ts';
import { invoiceEvent } from '../../domain/public-events/invoice.ts';
import type { BillingTables } from '../../schema.ts';
import { addReports } from '../../tax/engine/reports.ts';
import { moveCredits } from '../credits/save.ts';
import { recordChanges } from './books.ts';
import { updateInvoices } from './queries.ts';

/** Saves and publishes changes of one invoice, each based on the one before. */
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
  await addReports(tx, changes);
  await moveCredits(tx, changes.flatMap(movesOf));
  const events = changes.map((change, index) =>
    invoiceEvent(changes[index - 1]?.invoice ?? before, change, occasion),
  );
  await addToOutbox(tx, events);
  return after;
}

type Moves = Parameters<typeof moveCredits>[1];

/**
 * Credit of a surplus, and credit that a one-off invoice applies or returns; other credit of
 * subscriptions moves with their charges.
 */
function movesOf({ invoice, facts = [] }: InvoiceChange): Moves {
  const isOneOff = invoice.subscriptionId === null;
  return facts.flatMap(({ kind, amount }): Moves => {
    if (kind === 'overpaid') return [{ invoice, kind: 'granted', amount }];
    if (kind === 'finalized' && isOneOff) return [{ invoice, kind: 'applied' }];
    return kind === 'credit_returned' && isOneOff ? [{ invoice, kind: 'returned' }] : [];
  });
}
