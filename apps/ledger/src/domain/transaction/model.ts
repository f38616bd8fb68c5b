import {
  type ErrorCode,
  isLive,
  type TransactionResource,
  toInstant,
  toPublicId,
  type transactionStatuses,
  type transactionTypes,
  type Uuid,
} from '@florin/contracts';
import { type Currency, toJsonAmount } from '@florin/money';
import type { Amounts, Balance } from '../balance.ts';

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
  /** How a payment's hold ends: automatically, or by a call; null on other types. */
  readonly capture: 'automatic' | 'manual' | null;
  /** Captured amount of a payment; null until it succeeds. */
  readonly capturedAmount: bigint | null;
  /** Amount of a payment that its tied refunds gave back. */
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

/** A new transaction is serialized for its reply and for its event. */
const shown = new WeakMap<Transaction, TransactionResource>();

/** A transaction as clients retrieve it. */
export function toResource(transaction: Transaction): TransactionResource {
  const known = shown.get(transaction);
  if (known) return known;
  const resource = makeResource(transaction);
  shown.set(transaction, resource);
  return resource;
}

function makeResource(transaction: Transaction): TransactionResource {
  const { type, refundOf, failureReason, canceledAt, capture, capturedAmount } = transaction;
  // Set one by one, because spreading members would dominate the cost.
  const resource: Partial<TransactionResource> = {
    id: toPublicId('transaction', transaction.id),
    object: 'transaction',
    livemode: isLive(transaction.accountId),
    account_id: toPublicId('account', transaction.accountId),
    amount: toJsonAmount(transaction.amount),
    currency: transaction.currency,
    type,
    status: transaction.status,
    reference: transaction.reference,
    metadata: transaction.metadata as TransactionResource['metadata'],
  };
  if (capture !== null) resource.capture = capture;
  if (capturedAmount !== null) resource.captured_amount = toJsonAmount(capturedAmount);
  if (type === 'payment') resource.refunded_amount = toJsonAmount(transaction.refundedAmount);
  if (refundOf !== null) resource.refund_of_id = toPublicId('transaction', refundOf);
  if (failureReason !== null) resource.failure_reason = failureReason;
  resource.created_at = toInstant(transaction.createdAt);
  resource.updated_at = toInstant(transaction.updatedAt);
  if (canceledAt !== null) resource.canceled_at = toInstant(canceledAt);
  return resource as TransactionResource;
}

/** Commands on transactions. */
export type Command =
  | CreateTransaction
  | { readonly kind: 'capture'; readonly transactionId: Uuid; readonly amount: bigint | null }
  | { readonly kind: 'cancel'; readonly transactionId: Uuid }
  | UpdateTransaction
  | { readonly kind: 'settle'; readonly transactionId: Uuid }
  | ExpireTransaction;

/** Ends a hold that is not captured in time. */
export interface ExpireTransaction {
  readonly kind: 'expire';
  readonly transactionId: Uuid;
  /** Allowed before the due time, in test accounts. */
  readonly isEarly?: boolean;
}

/** Billing charges an account, once per permanent key. */
export interface Charge {
  readonly kind: 'charge';
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  readonly reference: string;
  readonly key: string;
}

export interface CreateTransaction {
  readonly kind: 'create';
  readonly type: TransactionType;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  readonly reference: string | null;
  readonly metadata: Metadata;
  readonly capture: 'automatic' | 'manual';
  /** How long an automatic hold lasts before it settles. */
  readonly settlementDelayMs: number;
  readonly refundOf: Uuid | null;
}

export interface UpdateTransaction {
  readonly kind: 'update';
  readonly transactionId: Uuid;
  /** Immutable fields in the request; naming one refuses the update. */
  readonly fixedFields: readonly string[];
  /** Null clears it, undefined keeps it. */
  readonly reference: string | null | undefined;
  /** Merged by key; null deletes a key. Null alone clears all, undefined keeps it. */
  readonly metadata: Metadata | null | undefined;
}

/** Kind of a journal entry. */
export type EntryKind =
  | 'credit'
  | 'hold'
  | 'capture'
  | 'settle'
  | 'release'
  | 'refund'
  | 'charge'
  | 'set_aside'
  | 'withdraw'
  | 'pay_out'
  | 'return'
  | 'deposit';

export interface Movement {
  readonly kind: EntryKind;
  readonly amounts: Amounts;
}

/** Input of a decision, all read under the account's lock. */
export interface DecisionContext {
  readonly balance: Balance;
  /** The transaction that the command concerns, if it exists in this account. */
  readonly target: Transaction | undefined;
  /** Milliseconds since 1970, by the database's clock; never before existing times. */
  readonly now: number;
  /** The next id of the account. */
  readonly newId: () => Uuid;
}

export type Decision =
  | {
      readonly accepted: true;
      /** The transaction after the decision. The same object as before if nothing changed. */
      readonly transaction: Transaction;
      /** Null if no money moves. */
      readonly movement: Movement | null;
      /** Another changed transaction: the payment that a refund is tied to. */
      readonly related?: Transaction;
    }
  | Refusal;

export interface Refusal {
  readonly accepted: false;
  readonly code: ErrorCode;
  readonly message: string;
}

export function refuse(code: ErrorCode, message: string): Refusal {
  return { accepted: false, code, message };
}
