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

/**
 * Whether a payment paid this invoice: sellers can write any invoice's id into their own payments.
 */
export function isPaidBy(
  { sellerId, status, payment, standing }: Invoice,
  by: { readonly accountId: Uuid; readonly paymentId: Uuid; readonly amountPaid: string },
): boolean {
  if (sellerId !== by.accountId || status !== 'paid') return false;
  return payment === null ? standing.paid === BigInt(by.amountPaid) : payment.id === by.paymentId;
}
