import { type PayoutResource, toPublicId, type Uuid } from '@florin/contracts';
import { type Currency, toJsonAmount } from '@florin/money';
import type { Merchant } from '../contract/model.ts';
import type { Transfer } from './transfer.ts';

/**
 * Money of an account on its way to its bank. Amounts are minor units, instants milliseconds since
 * 1970.
 */
export interface Payout extends Transfer {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly merchant: Merchant;
  readonly processor: string;
  readonly livemode: boolean;
  /** Null while reserved, if it takes everything available. */
  readonly amount: bigint | null;
  readonly currency: Currency;
  /** The client's own reference. */
  readonly clientReference: string | null;
  readonly metadata: PayoutResource['metadata'];
  /** The transaction that took the money from the account. */
  readonly transactionId: Uuid | null;
  readonly createdAt: number;
}

/** The payout as shown to clients. */
export function toResource(payout: Payout): PayoutResource {
  const { status, amount, transactionId, failureReason } = payout;
  if (status === 'reserved' || transactionId === null || amount === null)
    throw new Error(`payout ${payout.id} is not visible to clients yet`);
  return {
    id: toPublicId('payout', payout.id),
    object: 'payout',
    livemode: payout.livemode,
    account_id: toPublicId('account', payout.accountId),
    amount: toJsonAmount(amount),
    currency: payout.currency,
    status: status === 'succeeded' ? 'paid' : status,
    processor: payout.processor,
    reference: payout.clientReference,
    metadata: payout.metadata,
    ...(failureReason === null ? {} : { failure_reason: failureReason }),
    transaction_id: toPublicId('transaction', transactionId),
    created_at: new Date(payout.createdAt).toISOString(),
    updated_at: new Date(payout.updatedAt).toISOString(),
  };
}
