import type { ConfirmationPurpose, TemplateKind, Uuid } from '@florin/contracts';

/** Emails to customers of an account. */
export type CustomerKind = TemplateKind;
export type PaymentKind = 'payment_request' | 'receipt' | 'refund';
export type InvoiceKind = 'invoice' | 'payment_failed' | 'reminder';
export type SubscriptionKind =
  | 'trial_ending'
  | 'subscription_changed'
  | 'subscription_ending'
  | 'subscription_ended';
/** Emails to the owner of an account. */
export type OwnerKind =
  | 'key_made'
  | 'key_rotated'
  | 'payout_failed'
  | 'dispute_opened'
  | 'dispute_lost'
  | 'refund_failed'
  | 'endpoint_failing'
  | 'endpoint_disabled';
/** Kinds of email; those about logins are named as in identity. */
export type MessageKind = CustomerKind | OwnerKind | ConfirmationPurpose | 'digest';

interface TriggerBase {
  /** ID of the event. */
  readonly causeId: Uuid;
  readonly accountId: Uuid;
}

/** An event of a payment that may cause an email to its customer. */
export interface PaymentTrigger extends TriggerBase {
  readonly type: 'payment.created' | 'payment.succeeded' | 'refund.succeeded';
  readonly paymentId: Uuid;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Null if only the ledger knows it. */
  readonly receiver: string | null;
  readonly reference: string | null;
  /** Invoice that it pays; null if there is none. */
  readonly invoiceId: Uuid | null;
}

interface KeyTrigger extends TriggerBase {
  readonly type: 'api_key.created' | 'api_key.rotated';
  /** Name and prefix of the key. */
  readonly name: string;
}

interface EndpointTrigger extends TriggerBase {
  readonly type: 'webhook_endpoint.failing' | 'webhook_endpoint.disabled';
  /** URL of the endpoint. */
  readonly name: string;
  /** Failing since (ISO 8601); null on the first failure. */
  readonly at: string | null;
}

interface PayoutTrigger extends TriggerBase {
  readonly type: 'payout.failed';
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | null;
}

interface DisputeTrigger extends TriggerBase {
  readonly type: 'dispute.created' | 'dispute.lost';
  /** Public ID. */
  readonly disputeId: string;
  readonly amount: number;
  readonly currency: string;
  /** Code of the bank's reason. */
  readonly reason: string;
  readonly isLost: boolean;
  /** Deadline for evidence (ISO 8601); null if the bank accepts none. */
  readonly at: string | null;
}

interface RefundFailedTrigger extends TriggerBase {
  readonly type: 'refund.failed';
  /** Public ID. */
  readonly refundId: string;
  readonly amount: number;
  readonly currency: string;
}

interface InvoiceTrigger extends TriggerBase {
  readonly type:
    | 'invoice.sent'
    | 'invoice.paid'
    | 'invoice.payment_failed'
    | 'invoice.overdue'
    | 'invoice.reminder_due';
  readonly invoiceId: Uuid;
  /** Due date at that moment (ISO 8601); null if there is none. */
  readonly dueAt: string | null;
}

interface CreditNoteTrigger extends TriggerBase {
  readonly type: 'credit_note.created';
  readonly creditNoteId: Uuid;
}

/** A plan and its price for a period, in minor units as text. */
export interface PricedPlan {
  readonly plan: string;
  readonly price: string;
}

interface SubscriptionTrigger extends TriggerBase {
  readonly type:
    | 'subscription.trial_will_end'
    | 'subscription.updated'
    | 'subscription.canceled'
    | 'subscription.expired';
  /** Customer ID in billing. */
  readonly customer: string;
  readonly plan: string;
  /** Amount of one period, in minor units. */
  readonly amount: number;
  readonly items: readonly PricedPlan[];
  readonly currency: string;
  /**
   * When the trial ends, the change takes effect or the subscription ends (ISO 8601); null for now.
   */
  readonly at: string | null;
  /** Whether plan, quantity or price has changed or will. */
  readonly isChanged: boolean;
  /** Whether this event schedules its end. */
  readonly isEnding: boolean;
}

interface CardTrigger extends TriggerBase {
  readonly type: 'payment_method.expiring';
  readonly customer: string;
  /** Brand, last digits and expiry date. */
  readonly name: string;
}

interface ConfirmationTrigger extends Pick<TriggerBase, 'causeId'> {
  readonly type: 'email_confirmation.requested';
  /** Null for a user without an account. */
  readonly accountId: Uuid | null;
  readonly confirmationId: Uuid;
  readonly purpose: ConfirmationPurpose;
  readonly receiver: string;
}

/** An event that may cause an email. */
export type MailTrigger =
  | PaymentTrigger
  | InvoiceTrigger
  | CreditNoteTrigger
  | SubscriptionTrigger
  | CardTrigger
  | KeyTrigger
  | PayoutTrigger
  | DisputeTrigger
  | RefundFailedTrigger
  | EndpointTrigger
  | ConfirmationTrigger;

/** Types of events that may cause an email. */
export const triggerTypes: Readonly<Record<MailTrigger['type'], true>> = {
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

/** Content of an email, stored as JSON; amounts are minor units as text. */
export interface MessageValues {
  /** Only in emails to customers. */
  readonly paymentId: Uuid | null;
  /** Only in emails about an invoice, or about a payment of one. */
  readonly invoiceId: Uuid | null;
  /** ID of the credit note that the email is about. */
  readonly creditNoteId: Uuid | null;
  /** Customer ID in billing, in emails about subscriptions. */
  readonly customer: string | null;
  /** Name of the plan, as the account chose it. */
  readonly plan: string | null;
  /** Items of the subscription, the plan first; empty in other messages. */
  readonly items: readonly PricedPlan[];
  /** Date of the event, past or future (ISO 8601). */
  readonly at: string | null;
  /** Only in emails to users about their login. */
  readonly confirmationId: Uuid | null;
  readonly amount: string | null;
  /** ISO 4217. */
  readonly currency: string | null;
  readonly reference: string | null;
  /** Name of the object, as its owner chose it. */
  readonly name: string | null;
  /** Path below `/console` that the mail links to. */
  readonly consolePath: string | null;
  /** Whether to send it only if the seller mails every invoice. */
  readonly isAutomatic: boolean;
}

/** An email to be sent once. */
export interface Message {
  readonly causeId: Uuid;
  readonly kind: MessageKind;
  /** Null for a user without an account. */
  readonly accountId: Uuid | null;
  /** Null if only the ledger or accounts know it. */
  readonly receiver: string | null;
  readonly values: MessageValues;
  /** Milliseconds to wait after the event, in case the email becomes unnecessary. */
  readonly delayMs: number;
}
