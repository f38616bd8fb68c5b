import {
  carryFormerNames,
  type TransactionResource,
  toPublicId,
  transactionFormerNames,
  type transactionStatuses,
  type transactionTypes,
  type Uuid,
} from '@florin/contracts';
import { type Currency, toJsonAmount } from '@florin/money';

export type TransactionType = (typeof transactionTypes)[number];
export type TransactionStatus = (typeof transactionStatuses)[number];
export type Metadata = Readonly<Record<string, unknown>>;

/** Amounts are minor units, instants milliseconds since 1970. */
export interface Transaction {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly version: bigint;
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly reference: string | null;
  readonly metadata: Metadata;
  /** How a payment's hold ends: by itself, or by a call; null on other types. */
  readonly capture: 'automatic' | 'manual' | null;
  /** What was taken of a payment; null until it succeeds. */
  readonly capturedAmount: bigint | null;
  /** What was given back of a payment by refunds tied to it. */
  readonly refundedAmount: bigint;
  /** The payment that a refund is tied to. */
  readonly refundOf: Uuid | null;
  readonly failureReason: string | null;
  /** When a pending payment settles or, with manual capture, expires. */
  readonly dueAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly canceledAt: number | null;
}

/** A transaction as clients see it when they retrieve it. */
export function toResource(transaction: Transaction): TransactionResource {
  const { type, refundOf, failureReason, canceledAt, capturedAmount } = transaction;
  const resource = {
    id: toPublicId('transaction', transaction.id),
    object: 'transaction' as const,
    account_id: toPublicId('account', transaction.accountId),
    amount: toJsonAmount(transaction.amount),
    currency: transaction.currency,
    type,
    status: transaction.status,
    reference: transaction.reference,
    metadata: transaction.metadata as TransactionResource['metadata'],
    ...(transaction.capture === null ? {} : { capture: transaction.capture }),
    ...(capturedAmount === null ? {} : { captured_amount: toJsonAmount(capturedAmount) }),
    ...(type === 'payment' ? { refunded_amount: toJsonAmount(transaction.refundedAmount) } : {}),
    ...(refundOf === null ? {} : { refund_of_id: toPublicId('transaction', refundOf) }),
    ...(failureReason === null ? {} : { failure_reason: failureReason }),
    created_at: new Date(transaction.createdAt).toISOString(),
    updated_at: new Date(transaction.updatedAt).toISOString(),
    ...(canceledAt === null ? {} : { canceled_at: new Date(canceledAt).toISOString() }),
  };
  return carryFormerNames(resource, transactionFormerNames);
}
