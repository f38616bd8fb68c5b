import type { DisputeResource } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { findEntriesOf } from '../books/queries.ts';
import type { LockedInvoice } from '../invoices/lock.ts';
import type { InvoiceChange } from '../invoices/model.ts';
import { type DisputedMoney, dispute, type RefundClaim } from '../invoices/money-back-model.ts';
import type { BillingTables } from '../schema.ts';
import { amountOf } from './model.ts';

const moneyOf: Readonly<Record<DisputeResource['status'], DisputedMoney>> = {
  needs_response: 'withheld',
  under_review: 'withheld',
  lost: 'lost',
  won: 'kept',
};

/**
 * The change that applies the status of a dispute to an invoice's books.
 * @returns undefined if the books have it already
 */
export async function disputeOf(
  tx: Transaction<BillingTables>,
  { invoice, times }: LockedInvoice,
  { source, amount, status }: RefundClaim & { readonly status: string },
): Promise<InvoiceChange | undefined> {
  const entries = await findEntriesOf(tx, invoice.id);
  const known = {
    withheld: amountOf(entries, 'withheld', source),
    lost: amountOf(entries, 'lost', source),
  };
  const money = moneyOf[status as DisputeResource['status']];
  return dispute(invoice, known, { source, amount, money }, times.nowMs);
}
