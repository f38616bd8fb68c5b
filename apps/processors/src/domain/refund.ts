import { AppError, type RefundResource, toPublicId, type Uuid } from '@florin/contracts';
import { type Currency, toJsonAmount } from '@florin/money';
import type { Charge } from './charge.ts';
import type { Dispute } from './dispute.ts';
import type { Transfer } from './transfer.ts';

/**
 * Money of a charge on its way back to its payer. Amounts are minor units, instants milliseconds
 * since 1970.
 */
export interface Refund extends Transfer {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly paymentId: Uuid;
  readonly chargeId: Uuid;
  /** The invoice that the charge paid; null for other payments. */
  readonly invoiceId: Uuid | null;
  /** Public id; null if the charge names no customer. */
  readonly customer: string | null;
  readonly livemode: boolean;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly reason: string | null;
  readonly metadata: RefundResource['metadata'];
  /** The transaction that took the money from the account. */
  readonly transactionId: Uuid | null;
  readonly createdAt: number;
}

/**
 * The amount to refund for a request of `asked`, or everything left.
 * @throws AppError conflict if nothing is left or was paid; invalid_request for more than is left
 */
export function amountToRefund(
  charge: Pick<Charge, 'status' | 'amount'>,
  refunds: readonly Pick<Refund, 'status' | 'amount'>[],
  asked: bigint | undefined,
): bigint {
  if (charge.status !== 'succeeded')
    throw new AppError('conflict', 'this payment request was not paid; there is nothing to refund');
  const left = charge.amount - sumOf(refunds);
  if (left === 0n) throw new AppError('conflict', 'this payment is already fully refunded');
  if (asked !== undefined && asked > left)
    throw new AppError('invalid_request', `amount: only ${left} of this payment can be refunded`);
  return asked ?? left;
}

/**
 * Prevents paying a payer twice: the bank holds or has returned the money of a disputed charge.
 * @throws AppError conflict unless every dispute of the charge is won
 */
export function assertUndisputed(disputes: readonly Pick<Dispute, 'id' | 'status'>[]): void {
  const dispute = disputes.find(({ status }) => status !== 'won');
  if (!dispute) return;
  const id = toPublicId('dispute', dispute.id);
  const reason =
    dispute.status === 'lost'
      ? `the bank returned the money to the payer by dispute ${id}`
      : `the bank withholds the money until dispute ${id} ends; submit evidence, and refund once it is won`;
  throw new AppError('conflict', `this payment cannot be refunded: ${reason}`);
}

/** Sum of the refunds that have not failed. */
export function sumOf(refunds: readonly Pick<Refund, 'status' | 'amount'>[]): bigint {
  return refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0n);
}

/** The refund as shown to clients. */
export function toResource(refund: Refund): RefundResource {
  const { status, transactionId, failureReason } = refund;
  if (status === 'reserved' || transactionId === null)
    throw new Error(`refund ${refund.id} is not visible to clients yet`);
  return {
    id: toPublicId('refund', refund.id),
    object: 'refund',
    livemode: refund.livemode,
    account_id: toPublicId('account', refund.accountId),
    payment_id: toPublicId('paymentRequest', refund.paymentId),
    invoice_id: refund.invoiceId && toPublicId('invoice', refund.invoiceId),
    customer_id: refund.customer,
    amount: toJsonAmount(refund.amount),
    currency: refund.currency,
    status,
    reason: refund.reason,
    metadata: refund.metadata,
    ...(failureReason === null ? {} : { failure_reason: failureReason }),
    transaction_id: toPublicId('transaction', transactionId),
    created_at: new Date(refund.createdAt).toISOString(),
    updated_at: new Date(refund.updatedAt).toISOString(),
  };
}
