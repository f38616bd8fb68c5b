import { AppError } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { changed, type InvoiceChange } from '../../domain/invoice/model.ts';
import { booked } from '../../domain/invoice/money.ts';
import { amountOf } from '../../domain/invoice/money-back.ts';
import { findEntriesOf } from '../../invoicing/books/queries.ts';
import { findNotesOf } from '../../invoicing/credit-notes/queries.ts';
import { holderOf } from '../../invoicing/credits/save.ts';
import type { LockedInvoice } from '../../invoicing/invoices/lock.ts';
import { addNoteCredit } from '../../records/credits-queries.ts';
import type { BillingTables } from '../../schema.ts';

/**
 * Grants a credit note's amount as customer credit after its refund failed; the sale stays reduced.
 * Idempotent.
 * @param source public id of the refund
 * @returns undefined if no credit note of the invoice has this refund
 * @throws AppError unavailable while a credit note's refund has no id yet
 */
export async function recredit(
  tx: Transaction<BillingTables>,
  { invoice, times }: LockedInvoice,
  source: string,
): Promise<InvoiceChange | undefined> {
  if (amountOf(await findEntriesOf(tx, invoice.id), 'recredited', source) > 0n) return undefined;
  const notes = await findNotesOf(tx, invoice.id);
  const note = notes.find(({ refundId }) => refundId === source);
  if (!note) {
    if (notes.some(({ issuedAt }) => issuedAt === null))
      throw new AppError('unavailable', 'a credit note of this invoice waits for its refund');
    return undefined;
  }
  const { id: creditNoteId, amount, currency } = note;
  const { id: invoiceId, subscriptionId, cause } = invoice;
  await addNoteCredit(tx, {
    ...holderOf(note),
    ...{ currency, kind: 'credit_note', amount, subscriptionId, invoiceId, creditNoteId, cause },
  });
  const after = { type: 'invoice.updated', invoice: changed(invoice, times.nowMs) } as const;
  return booked(after, [{ kind: 'recredited', source, amount }]);
}
