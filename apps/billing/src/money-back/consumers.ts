import { type DisputeResource, type DomainEvent, parsePublicId } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { findEntriesOf } from '../books/queries.ts';
import { type LockedInvoice, lockInvoice } from '../invoices/lock.ts';
import type { InvoiceChange } from '../invoices/model.ts';
import { type DisputedMoney, dispute } from '../invoices/money-back-model.ts';
import { saveChanges } from '../invoices/save-changes.ts';
import type { BillingTables } from '../schema.ts';
import { bySystem } from '../subscriptions/public-events.ts';
import { amountOf } from './model.ts';
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

const moneyOf: Readonly<Record<DisputeResource['status'], DisputedMoney>> = {
  needs_response: 'withheld',
  under_review: 'withheld',
  lost: 'lost',
  won: 'kept',
};

/** Handles the processors' refund.failed and dispute.*: whose the money of an invoice is now. */
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
    const money = moneyOf[status as DisputeResource['status']];
    const change = isDispute
      ? await disputeOf(tx, locked, { source, amount: BigInt(amount), money })
      : await findRelease(tx, locked, source);
    if (change) await saveChanges(tx, invoice, [change], { ...times, cause: bySystem });
  }
}

async function disputeOf(
  tx: Tx,
  { invoice, times }: LockedInvoice,
  disputed: { readonly source: string; readonly amount: bigint; readonly money: DisputedMoney },
): Promise<InvoiceChange | undefined> {
  const entries = await findEntriesOf(tx, invoice.id);
  const { source } = disputed;
  const known = {
    withheld: amountOf(entries, 'withheld', source),
    lost: amountOf(entries, 'lost', source),
  };
  return dispute(invoice, known, disputed, times.nowMs);
}
