import type { CollectionMethod, EventType, Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';
import { type Fact, noStanding, type Standing } from '../books/model.ts';
import type { Charge, Line } from '../charges/model.ts';
import type { InvoiceParties } from '../parties/model.ts';
import type { ChargeOutcome, PaymentLink } from '../subscriptions/commands-model.ts';
import type { AttemptFailed } from '../subscriptions/events-model.ts';
import type { Parties, Subscription } from '../subscriptions/model.ts';

export const invoiceStatuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** Of the payment request: there is none; payable; to be canceled with the ledger; over. */
export type PaymentState = 'none' | 'open' | 'to_cancel' | 'ended';

/** What is owed: by a subscription for one cause, or once. Amounts are minor units, instants milliseconds. */
export interface Invoice extends Parties {
  readonly id: Uuid;
  /** Number of the last public event; 0 on drafts. */
  readonly version: number;
  /** Null on one-off invoices. */
  readonly subscriptionId: Uuid | null;
  readonly cause: string;
  /** Null on drafts. */
  readonly number: bigint | null;
  /** As documents show it; null on drafts, and on invoices of earlier versions. */
  readonly documentNumber: string | null;
  /** As they were when it was drafted; null where the seller has no profile. */
  readonly parties: InvoiceParties | null;
  readonly status: InvoiceStatus;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly lines: readonly Line[];
  /** How often a card or a balance was charged for it. */
  readonly attemptCount: number;
  /** How often its customer was to be reminded, without a charge. */
  readonly reminderCount: number;
  /** Why it is not paid; null where nothing was tried, or it is paid. */
  readonly failureReason: string | null;
  /** Stripe's name of why the last charge of a card was declined; null where none was, and once it is paid. */
  readonly declineCode: string | null;
  readonly dueAt: number | null;
  /** Days that its customer has once it is finalized; null where its subscription decides. */
  readonly dueDays: number | null;
  /** How a one-off invoice is collected once it is finalized; null where its subscription decides. */
  readonly collectionMethod: CollectionMethod | null;
  /** What its seller says on it. */
  readonly memo: string | null;
  /** When its customer was sent it by its seller. */
  readonly sentAt: number | null;
  /** By what it was paid outside of Florin; null where it was not. */
  readonly outsideReference: string | null;
  /** What credit notes have taken back of it, and of that what nobody had paid; minor units. */
  readonly credited: bigint;
  readonly creditedOwed: bigint;
  /** Sums of its entries in the books. */
  readonly standing: Standing;
  /** The version that its entries account for. */
  readonly bookedVersion: number;
  readonly payment: { readonly id: Uuid; readonly url: string } | null;
  readonly paymentState: PaymentState;
  /** Its payment request was paid before anybody recorded that it was sent. */
  readonly isPaidEarly: boolean;
  readonly transactionId: Uuid | null;
  readonly finalizedAt: number | null;
  readonly paidAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** An invoice after a change that is published. */
export interface InvoiceChange {
  readonly invoice: Invoice;
  readonly type: Extract<EventType, `invoice.${string}`>;
  /** Facts for the books; the standing of the invoice includes them. */
  readonly facts?: readonly Fact[];
}

export function draftInvoice(
  subscription: Subscription,
  charge: Charge,
  parties: InvoiceParties | null,
  at: number,
): Invoice {
  const { sellerId, payerAccountId, customerId, customerReference } = subscription;
  return {
    id: charge.invoiceId,
    version: 0,
    sellerId,
    payerAccountId,
    customerId,
    customerReference,
    subscriptionId: subscription.id,
    cause: charge.cause,
    number: null,
    documentNumber: null,
    parties,
    status: 'draft',
    amount: charge.amount,
    currency: charge.currency,
    lines: charge.lines,
    attemptCount: 0,
    reminderCount: 0,
    failureReason: null,
    declineCode: null,
    dueAt: null,
    dueDays: null,
    collectionMethod: null,
    memo: null,
    sentAt: null,
    outsideReference: null,
    credited: 0n,
    creditedOwed: 0n,
    standing: noStanding,
    bookedVersion: 0,
    payment: null,
    paymentState: 'none',
    isPaidEarly: false,
    transactionId: null,
    finalizedAt: null,
    paidAt: null,
    createdAt: at,
    updatedAt: at,
  };
}

/** Attaches the payment request by which a customer pays; before it is finalized. */
export function send(
  invoice: Invoice,
  outcome: Extract<ChargeOutcome, { kind: 'sent' }>,
  dueAt: number,
): Invoice {
  const payment = { id: outcome.paymentId, url: outcome.paymentUrl };
  return { ...offer(invoice, payment), dueAt };
}

/** Lets a customer pay at a page what a saved card did not. */
export function offer(invoice: Invoice, payment: PaymentLink): Invoice {
  return { ...invoice, payment, paymentState: 'open' };
}

/** A card or a balance was charged in vain. */
export function fail(
  invoice: Invoice,
  {
    attempt,
    reason,
    declineCode = null,
  }: Pick<AttemptFailed, 'attempt' | 'reason' | 'declineCode'>,
  at: number,
): InvoiceChange {
  return {
    type: 'invoice.payment_failed',
    invoice: { ...changed(invoice, at), attemptCount: attempt, failureReason: reason, declineCode },
  };
}

/** It is overdue, and there is nothing to charge: its seller should remind the customer. */
export function remind(
  invoice: Invoice,
  { attempt, reason }: Pick<AttemptFailed, 'attempt' | 'reason'>,
  at: number,
): InvoiceChange {
  return {
    type: attempt === 1 ? 'invoice.overdue' : 'invoice.reminder_due',
    invoice: { ...changed(invoice, at), reminderCount: attempt, failureReason: reason },
  };
}

/** While its subscription is paused, an open invoice has no due date. */
export function moveDueDate(invoice: Invoice, dueAt: number | null): Invoice {
  return invoice.status === 'open' && invoice.payment ? { ...invoice, dueAt } : invoice;
}

/** Its seller lets its customer have it, perhaps again. */
export function markSent(invoice: Invoice, at: number): InvoiceChange {
  return { type: 'invoice.sent', invoice: { ...changed(invoice, at), sentAt: at } };
}

/** How documents show its number; those of earlier versions have the number alone. */
export function documentNumberOf({
  number,
  documentNumber,
}: Pick<Invoice, 'number' | 'documentNumber'>): string | null {
  return documentNumber ?? number?.toString() ?? null;
}

/** Amount to be paid, before any payment; minor units. */
export function owedOf({
  amount,
  creditedOwed,
  standing,
}: Pick<Invoice, 'amount' | 'creditedOwed' | 'standing'>): bigint {
  return amount - creditedOwed + standing.creditReturned;
}

/** Unpaid part of {@link owedOf}; minor units. */
export function openOf(invoice: Pick<Invoice, 'amount' | 'creditedOwed' | 'standing'>): bigint {
  return owedOf(invoice) - invoice.standing.paid;
}

/** Money and applied credit that the seller received and kept; minor units. */
export function keptOf(
  invoice: Pick<Invoice, 'credited' | 'creditedOwed' | 'standing' | 'lines'>,
): bigint {
  const { credited, creditedOwed, standing } = invoice;
  const { paid, creditReturned, granted, refunded, withheld, lost } = standing;
  const received = paid + creditAppliedTo(invoice) - creditReturned;
  return received - granted - refunded - withheld - lost - (credited - creditedOwed);
}

/** Credit that paid a part of an invoice when its charge began: minor units. */
export function creditAppliedTo({ lines }: Pick<Invoice, 'lines'>): bigint {
  return lines.reduce(
    (sum, { type, amount }) => (type === 'credit_applied' ? sum - amount : sum),
    0n,
  );
}

/** Counts a published change, which the books account for unless they lag behind already. */
export function changed(invoice: Invoice, at: number): Invoice {
  const version = invoice.version + 1;
  const isBooked = invoice.bookedVersion === invoice.version;
  return {
    ...invoice,
    version,
    bookedVersion: isBooked ? version : invoice.bookedVersion,
    updatedAt: at,
  };
}

/** The smaller of two amounts. */
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
