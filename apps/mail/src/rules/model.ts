import type { Uuid } from '@florin/contracts';

/** What a mail is about. */
export type LetterKind = 'payment_request' | 'receipt' | 'refund';

/** What has happened, as far as somebody may have to hear of it. */
export interface Told {
  /** The id of the event. */
  readonly causeId: Uuid;
  readonly type: 'payment.created' | 'payment.succeeded' | 'refund.succeeded';
  readonly accountId: Uuid;
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

/** What a mail tells of money; minor units as text, since it is stored as JSON. */
export interface LetterValues {
  readonly paymentId: Uuid;
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly reference: string | null;
}

/** A mail that somebody has to get, once. */
export interface Letter {
  readonly causeId: Uuid;
  readonly kind: LetterKind;
  /** In whose name it is sent. */
  readonly accountId: Uuid;
  /** Null where only the ledger knows it: whoever was asked for the payment. */
  readonly receiver: string | null;
  readonly values: LetterValues;
  /** Milliseconds after its cause, within which it may turn out not to be needed. */
  readonly delayMs: number;
}
