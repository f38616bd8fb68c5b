import type { DisputeResource } from '@florin/contracts';
import type { Transaction } from 'kysely';
import type { InvoiceChange } from '../../domain/invoice/model.ts';
import {
  amountOf,
  type DisputedMoney,
  dispute,
  type RefundClaim,
} from '../../domain/invoice/money-back.ts';
import { findEntriesOf } from '../../invoicing/books/queries.ts';
import type { LockedInvoice } from '../../invoicing/invoices/lock.ts';
import type { BillingTables } from '../../schema.ts';

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
