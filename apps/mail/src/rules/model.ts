import type { ConfirmationPurpose, Uuid } from '@florin/contracts';

/** What customers of an account hear of. */
export type CustomerKind = 'payment_request' | 'receipt' | 'refund';
/** What whoever looks after an account hears of. */
export type OwnerKind = 'key_made' | 'key_rotated' | 'payout_failed';
/** What a mail is about; what users are asked about their login is called as identity does. */
export type LetterKind = CustomerKind | OwnerKind | ConfirmationPurpose;

interface ToldBase {
  /** The id of the event. */
  readonly causeId: Uuid;
  readonly accountId: Uuid;
}

/** What has happened to a payment, as far as its customer has to hear of it. */
export interface PaymentTold extends ToldBase {
  readonly type: 'payment.created' | 'payment.succeeded' | 'refund.succeeded';
  readonly paymentId: Uuid;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Null where only the ledger knows it. */
  readonly receiver: string | null;
  readonly reference: string | null;
  /** Whether an invoice is paid by it. */
  readonly isOfInvoice: boolean;
}

interface KeyTold extends ToldBase {
  readonly type: 'api_key.created' | 'api_key.rotated';
  /** What its makers call it, and how it begins. */
  readonly name: string;
}

interface PayoutTold extends ToldBase {
  readonly type: 'payout.failed';
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | null;
}

interface ConfirmationTold extends Pick<ToldBase, 'causeId'> {
  readonly type: 'email_confirmation.requested';
  /** Null of a user without one. */
  readonly accountId: Uuid | null;
  readonly confirmationId: Uuid;
  readonly purpose: ConfirmationPurpose;
  readonly receiver: string;
}

/** What has happened, as far as somebody may have to hear of it. */
export type Told = PaymentTold | KeyTold | PayoutTold | ConfirmationTold;

/** What a mail tells; amounts are minor units as text, since it is stored as JSON. */
export interface LetterValues {
  /** Of mails to customers. */
  readonly paymentId: Uuid | null;
  /** Of mails to users about their login. */
  readonly confirmationId: Uuid | null;
  readonly amount: string | null;
  /** ISO 4217. */
  readonly currency: string | null;
  readonly reference: string | null;
  /** What it is about, in the words of whoever has named it. */
  readonly name: string | null;
}

/** A mail that somebody has to get, once. */
export interface Letter {
  readonly causeId: Uuid;
  readonly kind: LetterKind;
  /** Null of a user without one. */
  readonly accountId: Uuid | null;
  /** Null where only the ledger, or accounts, know it. */
  readonly receiver: string | null;
  readonly values: LetterValues;
  /** Milliseconds after its cause, within which it may turn out not to be needed. */
  readonly delayMs: number;
}
