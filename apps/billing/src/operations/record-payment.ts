import type { Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Transaction } from 'kysely';
import { decide } from '../domain/decide.ts';
import { type Invoice, pay } from '../domain/invoice.ts';
import { invoiceEvent, type Occasion, type Stored } from '../domain/public-events.ts';
import { getInvoice, updateInvoices } from '../store/invoices.ts';
import type { BillingTables } from '../store/schema.ts';
import { saveEvents } from './save-events.ts';

/**
 * Records that an invoice which was sent is paid, at most once. Money that came in for one that
 * was void or given up by then came in all the same. The caller has locked the subscription.
 */
export async function recordPayment(
  tx: Transaction<BillingTables>,
  before: Stored,
  invoiceId: Uuid,
  occasion: Occasion,
): Promise<Stored> {
  const command = { type: 'record_payment', invoiceId } as const;
  const decision = decide(before.subscription, command, occasion.nowMs);
  if (!decision.accepted) throw new Error(`a payment was refused: ${decision.message}`);
  const after = await saveEvents(tx, before, decision.events, occasion);
  await payLate(tx, await getInvoice(tx, invoiceId), null, occasion);
  return after;
}

/** Makes an invoice paid whatever has become of it, and says so unless it was paid before. */
export async function payLate(
  tx: Transaction<BillingTables>,
  invoice: Invoice,
  transactionId: Uuid | null,
  occasion: Occasion,
): Promise<void> {
  const paid = pay(invoice, transactionId, occasion.nowMs);
  if (!paid) return;
  await updateInvoices(tx, [paid.invoice]);
  await addToOutbox(tx, [invoiceEvent(invoice, paid, occasion)]);
}
