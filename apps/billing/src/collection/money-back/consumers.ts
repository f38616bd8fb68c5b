import { type DomainEvent, parsePublicId } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { bySystem } from '../../domain/cause.ts';
import { lockInvoice } from '../../invoicing/invoices/lock.ts';
import { saveChanges } from '../../invoicing/invoices/save-changes.ts';
import type { BillingTables } from '../../schema.ts';
import { disputeOf } from './disputes.ts';
import { recredit } from './recredit.ts';
import { findRelease } from './release.ts';

type Tx = Transaction<BillingTables>;

/** Fields of refunds and disputes that billing reads; processors may add others. */
const moneyBackSchema = z.object({
  id: z.string(),
  account_id: z.string(),
  invoice_id: z.string().nullish(),
  amount: z.int().positive(),
  status: z.string(),
});

/** Handles refund.failed and dispute.* of processors, which change who holds an invoice's money. */
export async function onMoneyBack(tx: Tx, events: readonly DomainEvent[]): Promise<void> {
  for (const { type, data } of events) {
    const isDispute = type.startsWith('dispute.');
    if (!isDispute && type !== 'refund.failed') continue;
    const {
      id: source,
      account_id,
      invoice_id,
      amount,
      status,
    } = moneyBackSchema.parse(data.object);
    const invoiceId = parsePublicId('invoice', invoice_id ?? '');
    const locked = invoiceId && (await lockInvoice(tx, invoiceId));
    if (!locked || locked.invoice.sellerId !== parsePublicId('account', account_id)) continue;
    const { invoice, times } = locked;
    const change = isDispute
      ? await disputeOf(tx, locked, { source, amount: BigInt(amount), status })
      : ((await findRelease(tx, locked, source)) ?? (await recredit(tx, locked, source)));
    if (change) await saveChanges(tx, invoice, [change], { ...times, cause: bySystem });
  }
}
