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
import type { Balance } from '../balance.ts';
import type {
  DecisionContext,
  Metadata,
  Movement,
  Refusal,
  Transaction,
} from '../transaction/model.ts';

export type PaymentRequestStatus = (typeof paymentRequestStatuses)[number];

/** This many declines end a payment request. */
export const DECLINES_MAX = 5;
/** An unpaid payment request expires after this time. */
export const PAYMENT_WINDOW_MS = 7 * 86_400_000;

/** Later expiries are not shown: such a request lives as long as its invoice. */
const SHOWN_WINDOW_MS_MAX = 366 * 86_400_000;

/** Terms of later charges of a saved card, in the currency of its payment request. */
export interface ConsentTerms {
  readonly interval: 'day' | 'week' | 'month' | 'year';
  readonly intervalCount: number;
  /** Minor units per charge. */
  readonly amount: bigint;
  /** Where the payer can cancel: an email address or a page; null to contact the payee. */
  readonly cancelAddress: string | null;
}

/** A request for a customer's money. Amounts are minor units, instants milliseconds since 1970. */
export interface PaymentRequest {
  readonly id: Uuid;
  readonly accountId: Uuid;
  /** Counts changes visible to clients, with one event each. Only the last decline is one. */
  readonly version: bigint;
  readonly status: PaymentRequestStatus;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly customerEmail: string;
  /** Public id; null if no customer is known. */
  readonly customerId: string | null;
  /** URL that its page returns to. */
  readonly returnUrl: string | null;
  readonly reference: string | null;
  readonly metadata: Metadata;
  /** Everyone with the token can open the page and pay. */
  readonly token: string;
  /** Permanent key of the service that created it; null if a client created it. */
  readonly key: string | null;
  readonly expiresAt: number;
  /** The customer for whom its card is saved for later charges; null if it is not saved. */
  readonly savesFor: string | null;
  /** Terms for saving the card; null if it is not saved, or no terms were given. */
  readonly consent: ConsentTerms | null;
  readonly failedAttempts: number;
  /** Why the last attempt was declined; null unless the request has failed. */
  readonly declineCode: string | null;
  /** The credit of the payment. */
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

/** A payment request in an event, without its link. */
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

/** The invoice that it pays. Requests of clients can name any invoice, but pay none. */
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
 * @param linkBase base URL of all pages
 * @param moneyBack undefined if unknown
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

/** The only stored data of a card. */
export interface CardSummary {
  readonly brand: string;
  readonly last4: string;
}

/** The final outcome of an attempt. */
export type AttemptOutcome =
  | {
      readonly status: 'succeeded';
      /** The processor's own reference. */
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

/** The code of an attempt that does not count as one of the customer's. */
export const ABANDONED = 'abandoned';

/**
 * One attempt to pay a payment request, which has at most one that is processing or succeeded.
 * Instants are milliseconds since 1970.
 */
export interface PaymentAttempt {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly paymentId: Uuid;
  readonly status: 'processing' | 'succeeded' | 'declined';
  /** Name of the processor. */
  readonly processor: string;
  readonly processorReference: string | null;
  readonly declineCode: string | null;
  readonly card: CardSummary | null;
  /** The terms that its payer accepted on the page, word for word; null if there were none. */
  readonly consentText: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Input of a decision on a payment request, all read under the account's lock. */
export interface PaymentContext extends Pick<DecisionContext, 'now' | 'newId'> {
  readonly balance: Balance;
  /** All attempts to pay it. */
  readonly attempts: readonly PaymentAttempt[];
}

export interface PaymentChange {
  readonly accepted: true;
  /** The payment request after the decision. The same object as before if it did not change. */
  readonly payment: PaymentRequest;
  /** The attempt that was started or ended. */
  readonly attempt?: PaymentAttempt;
  /** The credit for the account. */
  readonly credit?: { readonly transaction: Transaction; readonly movement: Movement };
}

export type PaymentDecision = PaymentChange | Refusal;

export function isBeingPaid({ attempts }: Pick<PaymentContext, 'attempts'>): boolean {
  return attempts.some(({ status }) => status === 'processing');
}
