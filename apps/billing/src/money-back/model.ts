import type { Uuid } from '@florin/contracts';
import type { Entry, EntryKind } from '../books/model.ts';
import type { Invoice } from '../invoices/model.ts';

/** Sum of the entries of a kind, for one refund or dispute; minor units. */
export function amountOf(entries: readonly Entry[], kind: EntryKind, source: string): bigint {
  return entries.reduce(
    (sum, entry) => (entry.kind === kind && entry.source === source ? sum + entry.amount : sum),
    0n,
  );
}

/** Whether a payment has paid an invoice: sellers may write any invoice's id into a payment of their own. */
export function isPaidBy(
  { sellerId, status, payment, standing }: Invoice,
  by: { readonly accountId: Uuid; readonly paymentId: Uuid; readonly amountPaid: string },
): boolean {
  if (sellerId !== by.accountId || status !== 'paid') return false;
  return payment === null ? standing.paid === BigInt(by.amountPaid) : payment.id === by.paymentId;
}
