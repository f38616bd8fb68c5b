import type { ConfirmationPurpose, TemplateKind, Uuid } from '@florin/contracts';

/** What customers of an account hear of. */
export type CustomerKind = TemplateKind;
export type PaymentKind = 'payment_request' | 'receipt' | 'refund';
export type InvoiceKind = 'invoice' | 'payment_failed' | 'reminder';
export type SubscriptionKind =
  | 'trial_ending'
  | 'subscription_changed'
  | 'subscription_ending'
  | 'subscription_ended';
/** What whoever looks after an account hears of. */
export type OwnerKind =
  | 'key_made'
  | 'key_rotated'
  | 'payout_failed'
  | 'dispute_opened'
  | 'dispute_lost'
  | 'refund_failed'
  | 'endpoint_failing'
  | 'endpoint_disabled';
/** What a mail is about; what users are asked about their login is called as identity does. */
export type LetterKind = CustomerKind | OwnerKind | ConfirmationPurpose | 'digest';

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
  /** That is paid by it; null where none is. */
  readonly invoiceId: Uuid | null;
}

interface KeyTold extends ToldBase {
  readonly type: 'api_key.created' | 'api_key.rotated';
  /** What its makers call it, and how it begins. */
  readonly name: string;
}

interface EndpointTold extends ToldBase {
  readonly type: 'webhook_endpoint.failing' | 'webhook_endpoint.disabled';
  /** Where events are sent. */
  readonly name: string;
  /** Since when it fails (ISO 8601); null where it has not failed before. */
  readonly at: string | null;
}

interface PayoutTold extends ToldBase {
  readonly type: 'payout.failed';
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | null;
}

interface DisputeTold extends ToldBase {
  readonly type: 'dispute.created' | 'dispute.lost';
  /** Public id. */
  readonly disputeId: string;
  readonly amount: number;
  readonly currency: string;
  /** Code of the bank's reason. */
  readonly reason: string;
  readonly isLost: boolean;
  /** Last day on which the bank takes evidence (ISO 8601); null where it takes none. */
  readonly at: string | null;
}

interface RefundFailedTold extends ToldBase {
  readonly type: 'refund.failed';
  /** Public id. */
  readonly refundId: string;
  readonly amount: number;
  readonly currency: string;
}

interface InvoiceTold extends ToldBase {
  readonly type:
    | 'invoice.sent'
    | 'invoice.paid'
    | 'invoice.payment_failed'
    | 'invoice.overdue'
    | 'invoice.reminder_due';
  readonly invoiceId: Uuid;
  /** When it was due at that moment (ISO 8601); null where it was not due on any day. */
  readonly dueAt: string | null;
}

interface CreditNoteTold extends ToldBase {
  readonly type: 'credit_note.created';
  readonly creditNoteId: Uuid;
}

interface SubscriptionTold extends ToldBase {
  readonly type:
    | 'subscription.trial_will_end'
    | 'subscription.updated'
    | 'subscription.canceled'
    | 'subscription.expired';
  /** As billing knows them. */
  readonly customer: string;
  readonly plan: string;
  /** Of one period, in minor units. */
  readonly amount: number;
  readonly currency: string;
  /** When its trial ends, its change counts, or it ends or has ended (ISO 8601); null where that is now. */
  readonly at: string | null;
  /** Whether what is bought has changed, or will. */
  readonly isChanged: boolean;
  /** Whether it was decided just now that it ends later. */
  readonly isEnding: boolean;
}

interface CardTold extends ToldBase {
  readonly type: 'payment_method.expiring';
  readonly customer: string;
  /** Its brand, the end of its number and when it expires. */
  readonly name: string;
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
export type Told =
  | PaymentTold
  | InvoiceTold
  | CreditNoteTold
  | SubscriptionTold
  | CardTold
  | KeyTold
  | PayoutTold
  | DisputeTold
  | RefundFailedTold
  | EndpointTold
  | ConfirmationTold;

/** The types of the events that somebody may have to hear of. */
export const toldTypes: Readonly<Record<Told['type'], true>> = {
  'payment.created': true,
  'payment.succeeded': true,
  'refund.succeeded': true,
  'invoice.sent': true,
  'invoice.paid': true,
  'invoice.payment_failed': true,
  'invoice.overdue': true,
  'invoice.reminder_due': true,
  'credit_note.created': true,
  'subscription.trial_will_end': true,
  'subscription.updated': true,
  'subscription.canceled': true,
  'subscription.expired': true,
  'payment_method.expiring': true,
  'api_key.created': true,
  'api_key.rotated': true,
  'payout.failed': true,
  'dispute.created': true,
  'dispute.lost': true,
  'refund.failed': true,
  'webhook_endpoint.failing': true,
  'webhook_endpoint.disabled': true,
  'email_confirmation.requested': true,
};

/** What a mail tells; amounts are minor units as text, since it is stored as JSON. */
export interface LetterValues {
  /** Of mails to customers. */
  readonly paymentId: Uuid | null;
  /** Of mails about an invoice, and about payments of one. */
  readonly invoiceId: Uuid | null;
  /** Id of the credit note that a mail is about. */
  readonly creditNoteId: Uuid | null;
  /** As billing knows them, of mails about what they buy. */
  readonly customer: string | null;
  /** What is bought, as the account calls it. */
  readonly plan: string | null;
  /** When something will be, or has been (ISO 8601). */
  readonly at: string | null;
  /** Of mails to users about their login. */
  readonly confirmationId: Uuid | null;
  readonly amount: string | null;
  /** ISO 4217. */
  readonly currency: string | null;
  readonly reference: string | null;
  /** What it is about, in the words of whoever has named it. */
  readonly name: string | null;
  /** Path below `/console` that the mail links to. */
  readonly consolePath: string | null;
  /** Whether only a seller that mails every invoice sends it. */
  readonly isAutomatic: boolean;
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
