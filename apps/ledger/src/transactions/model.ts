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
import type { Amounts, Balance } from '../balances/model.ts';

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

/** A transaction that is created is shown in its reply and in its event. */
const shown = new WeakMap<Transaction, TransactionResource>();

/** A transaction as clients see it when they retrieve it. */
export function toResource(transaction: Transaction): TransactionResource {
  const known = shown.get(transaction);
  if (known) return known;
  const resource = makeResource(transaction);
  shown.set(transaction, resource);
  return resource;
}

function makeResource(transaction: Transaction): TransactionResource {
  const { type, refundOf, failureReason, canceledAt, capture, capturedAmount } = transaction;
  // Set one by one, as members that are spread in take longer than all else here.
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

/** What it can be asked to do about a transaction. */
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
  /** Before it is due: in a test account, whose owner wants to see it. */
  readonly isEarly?: boolean;
}

/** Billing takes money from an account, once for each key, for ever. */
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
  /** Fields in the request that are fixed for good; naming one refuses the update. */
  readonly fixedFields: readonly string[];
  /** Null clears it, undefined leaves it. */
  readonly reference: string | null | undefined;
  /** Merged by key, a null value deletes its key; null clears all, undefined leaves it. */
  readonly metadata: Metadata | null | undefined;
}

/** What a journal entry records. */
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

/** What a decision is made on: all of it read under the account's lock. */
export interface DecisionContext {
  readonly balance: Balance;
  /** The transaction that the command concerns, if it exists in this account. */
  readonly target: Transaction | undefined;
  /** Milliseconds since 1970, by the database's clock; never before what is there already. */
  readonly now: number;
  /** The next id of the account. */
  readonly newId: () => Uuid;
}

export type Decision =
  | {
      readonly accepted: true;
      /** The transaction as it is now. The same object as before when nothing changed. */
      readonly transaction: Transaction;
      /** Null when no money moves. */
      readonly movement: Movement | null;
      /** Another transaction that changes with it: the payment that a refund is tied to. */
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
