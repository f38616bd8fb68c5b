import {
  isLive,
  type LinkedPaymentRequestResource,
  type PaymentRequestResource,
  parsePublicId,
  type paymentRequestStatuses,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type Currency, toJsonAmount } from '@florin/money';
import type { Balance } from '../balances/model.ts';
import type {
  DecisionContext,
  Metadata,
  Movement,
  Refusal,
  Transaction,
} from '../transactions/model.ts';

export type PaymentRequestStatus = (typeof paymentRequestStatuses)[number];

/** As many declines end a payment request. */
export const DECLINES_MAX = 5;
/** An unpaid payment request expires after this. */
export const PAYMENT_WINDOW_MS = 7 * 86_400_000;

/** A later expiry is not shown: such a request lives as long as its invoice. */
const SHOWN_WINDOW_MS_MAX = 366 * 86_400_000;

/** For what a saved card will be charged, in the currency of its payment request. */
export interface ConsentTerms {
  readonly interval: 'day' | 'week' | 'month' | 'year';
  readonly intervalCount: number;
  /** Minor units of each time. */
  readonly amount: bigint;
  /** Where whoever pays can end it: an email address or a page; null to ask whom they pay. */
  readonly cancelAddress: string | null;
}

/** Asks a customer for money. Amounts are minor units, instants milliseconds since 1970. */
export interface PaymentRequest {
  readonly id: Uuid;
  readonly accountId: Uuid;
  /** Counts what clients see of it change: one event each. A decline that is not the last is none. */
  readonly version: bigint;
  readonly status: PaymentRequestStatus;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly customerEmail: string;
  /** Public id; null where no customer is known. */
  readonly customerId: string | null;
  /** Where its page leads back to. */
  readonly returnUrl: string | null;
  readonly reference: string | null;
  readonly metadata: Metadata;
  /** Whoever knows it may open the page and pay. */
  readonly token: string;
  /** By which the service that made it finds it again, for ever; null when a client made it. */
  readonly key: string | null;
  readonly expiresAt: number;
  /** For whom the card that pays it is saved, to be charged again; null when it is not. */
  readonly savesFor: string | null;
  /** What saving it is for; null where it is not saved, or nobody has said. */
  readonly consent: ConsentTerms | null;
  readonly failedAttempts: number;
  /** Why the last attempt was declined; null unless the request has failed. */
  readonly declineCode: string | null;
  /** The credit of what was paid. */
  readonly transactionId: Uuid | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Whether the page shows when it expires. */
export function showsExpiry({
  createdAt,
  expiresAt,
}: Pick<PaymentRequest, 'createdAt' | 'expiresAt'>): boolean {
  return expiresAt - createdAt <= SHOWN_WINDOW_MS_MAX;
}

/** A payment request as events carry it: without its link. */
export function toPaymentResource(payment: PaymentRequest): PaymentRequestResource {
  const { transactionId } = payment;
  const invoiceId = invoiceIdOf(payment);
  return {
    id: toPublicId('paymentRequest', payment.id),
    object: 'payment',
    livemode: isLive(payment.accountId),
    account_id: toPublicId('account', payment.accountId),
    amount: toJsonAmount(payment.amount),
    currency: payment.currency,
    status: payment.status,
    customer_email: payment.customerEmail,
    customer_id: payment.customerId,
    invoice_id: invoiceId ? toPublicId('invoice', invoiceId) : null,
    reference: payment.reference,
    metadata: payment.metadata as PaymentRequestResource['metadata'],
    expires_at: new Date(payment.expiresAt).toISOString(),
    decline_code: payment.declineCode,
    ...(transactionId === null ? {} : { transaction_id: toPublicId('transaction', transactionId) }),
    created_at: new Date(payment.createdAt).toISOString(),
    updated_at: new Date(payment.updatedAt).toISOString(),
  };
}

/** The invoice that it pays. Requests of clients, which may name any invoice, pay none. */
export function invoiceIdOf({
  key,
  metadata,
}: Pick<PaymentRequest, 'key' | 'metadata'>): Uuid | undefined {
  const { invoice_id: id } = metadata as { invoice_id?: unknown };
  return key !== null && typeof id === 'string' ? parsePublicId('invoice', id) : undefined;
}

/** Money of a payment that its account no longer has; minor units. */
export interface MoneyBack {
  readonly refunded: bigint;
  readonly disputed: bigint;
}

export const NO_MONEY_BACK: MoneyBack = { refunded: 0n, disputed: 0n };

/**
 * A payment request as clients see it.
 * @param linkBase what the address of every page begins with
 * @param moneyBack undefined while it is unknown
 */
export function toLinkedResource(
  payment: PaymentRequest,
  linkBase: string,
  moneyBack: MoneyBack | undefined,
): LinkedPaymentRequestResource {
  return {
    ...toPaymentResource(payment),
    amount_refunded: moneyBack ? toJsonAmount(moneyBack.refunded) : null,
    amount_disputed: moneyBack ? toJsonAmount(moneyBack.disputed) : null,
    payment_url: `${linkBase}${payment.token}`,
    return_url: payment.returnUrl,
  };
}

/** All that is ever kept of a card. */
export interface CardSummary {
  readonly brand: string;
  readonly last4: string;
}

/** What a processor made of an attempt, for good. */
export type AttemptOutcome =
  | {
      readonly status: 'succeeded';
      /** The processor's own name for it. */
      readonly reference: string;
      readonly card: CardSummary | null;
    }
  | {
      readonly status: 'declined';
      readonly reference: string | null;
      readonly code: string;
      readonly card: CardSummary | null;
    }
  /** It never reached the processor and never will. */
  | { readonly status: 'abandoned' };

/** The code of an attempt that counts as none of the customer's. */
export const ABANDONED = 'abandoned';

/**
 * One try to pay a payment request. A request has at most one that is processing or succeeded.
 * Instants are milliseconds since 1970.
 */
export interface PaymentAttempt {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly paymentId: Uuid;
  readonly status: 'processing' | 'succeeded' | 'declined';
  /** Name of the processor that was asked. */
  readonly processor: string;
  readonly processorReference: string | null;
  readonly declineCode: string | null;
  readonly card: CardSummary | null;
  /** What its payer has agreed to at the page, word for word; null where nothing was asked. */
  readonly consentText: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a decision on a payment request is made on: all of it read under the account's lock. */
export interface PaymentContext extends Pick<DecisionContext, 'now' | 'newId'> {
  readonly balance: Balance;
  /** All attempts to pay it. */
  readonly attempts: readonly PaymentAttempt[];
}

export interface PaymentChange {
  readonly accepted: true;
  /** The payment request as it is now. The same object as before when it did not change. */
  readonly payment: PaymentRequest;
  /** The attempt that was begun or ended. */
  readonly attempt?: PaymentAttempt;
  /** What the account gets. */
  readonly credit?: { readonly transaction: Transaction; readonly movement: Movement };
}

export type PaymentDecision = PaymentChange | Refusal;

export function isBeingPaid({ attempts }: Pick<PaymentContext, 'attempts'>): boolean {
  return attempts.some(({ status }) => status === 'processing');
}
