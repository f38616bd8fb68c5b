import type { Uuid } from '@florin/contracts';
import type { CashPlace } from '../books/model.ts';
import type { Invoice } from './model.ts';
import { placeOf } from './money.ts';

/** A payment of an invoice, with the surplus that became credit. */
export interface ReceivedPayment {
  /** Minor units. */
  readonly amount: bigint;
  readonly place: CashPlace;
  /** The seller's reference of a payment outside Florin. */
  readonly reference: string | null;
  /** The payment request that was paid; null if there was none. */
  readonly paymentId: Uuid | null;
  /** The transaction of a balance or a saved card; null if there was none. */
  readonly transactionId: Uuid | null;
  /** Milliseconds since 1970, by the invoice's clock. */
  readonly at: number;
}

/**
 * The payments of an invoice, oldest first. Only payments outside Florin can cover a part, so all
 * other money is one payment.
 */
export function paymentsOf(invoice: Invoice): readonly ReceivedPayment[] {
  const { outsidePayments, standing, payment, transactionId, paidAt, updatedAt } = invoice;
  const outside = outsidePayments.map((each): ReceivedPayment => {
    return { ...each, place: 'outside', paymentId: null, transactionId: null };
  });
  const amount = outside.reduce((rest, each) => rest - each.amount, standing.paid);
  if (amount <= 0n) return outside;
  const place = placeOf(invoice);
  return [
    ...outside,
    {
      ...{ amount, place, transactionId },
      reference: invoice.outsideReference,
      paymentId: place === 'processor' ? (payment?.id ?? null) : null,
      at: paidAt ?? updatedAt,
    },
  ];
}
