import type { EventType, Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';
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
  readonly dueAt: number | null;
  /** Days that its customer has once it is finalized; null where its subscription decides. */
  readonly dueDays: number | null;
  /** What its seller says on it. */
  readonly memo: string | null;
  /** When its customer was sent it by its seller. */
  readonly sentAt: number | null;
  /** By what it was paid outside of Florin; null where it was not. */
  readonly outsideReference: string | null;
  /** What credit notes have taken back of it, and of that what nobody had paid; minor units. */
  readonly credited: bigint;
  readonly creditedOwed: bigint;
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
    dueAt: null,
    dueDays: null,
    memo: null,
    sentAt: null,
    outsideReference: null,
    credited: 0n,
    creditedOwed: 0n,
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

/** A number without a gap, and how documents show it. */
export interface InvoiceNumber {
  readonly number: bigint;
  readonly documentNumber: string;
}

/** Opens a draft under its number. */
export function finalize(
  invoice: Invoice,
  { number, documentNumber }: InvoiceNumber,
  at: number,
): InvoiceChange {
  return {
    type: 'invoice.created',
    invoice: { ...changed(invoice, at), number, documentNumber, status: 'open', finalizedAt: at },
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

/** Money came in: that is so whatever the invoice was before. */
export function pay(
  invoice: Invoice,
  transactionId: Uuid | null,
  at: number,
): InvoiceChange | undefined {
  if (invoice.status === 'paid') return undefined;
  const isSent = invoice.payment !== null;
  return {
    type: 'invoice.paid',
    invoice: {
      ...changed(invoice, at),
      status: 'paid',
      transactionId,
      failureReason: null,
      paidAt: at,
      paymentState: isSent ? 'ended' : 'none',
    },
  };
}

/** A card or a balance was charged in vain. */
export function fail(
  invoice: Invoice,
  { attempt, reason }: Pick<AttemptFailed, 'attempt' | 'reason'>,
  at: number,
): InvoiceChange {
  return {
    type: 'invoice.payment_failed',
    invoice: { ...changed(invoice, at), attemptCount: attempt, failureReason: reason },
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

/** It no longer has to be paid; its payment request is canceled with the ledger afterwards. */
export function close(
  invoice: Invoice,
  status: 'void' | 'uncollectible',
  at: number,
): InvoiceChange | undefined {
  const isGivenUp = invoice.status === 'uncollectible' && status === 'void';
  if (invoice.status !== 'open' && !isGivenUp) return undefined;
  const paymentState = invoice.paymentState === 'open' ? 'to_cancel' : invoice.paymentState;
  return {
    type: status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible',
    invoice: { ...changed(invoice, at), status, dueAt: null, paymentState },
  };
}

/** Why {@link close} changes nothing, for people. */
export function refusalOfClose(
  { status }: Pick<Invoice, 'status'>,
  as: 'void' | 'uncollectible',
): string {
  switch (status) {
    case 'draft':
      return 'this invoice is a draft: nobody owes it; DELETE throws it away';
    case 'paid':
      return 'this invoice is paid: give the money back instead';
    case 'void':
      return 'this invoice is void already';
    case 'open':
    case 'uncollectible':
      return `this invoice is ${status} already, and cannot become ${as}`;
    default:
      return status satisfies never;
  }
}

/** While its subscription is paused, an open invoice has no due date. */
export function moveDueDate(invoice: Invoice, dueAt: number | null): Invoice {
  return invoice.status === 'open' && invoice.payment ? { ...invoice, dueAt } : invoice;
}

/** Its customer has paid elsewhere: in cash, by a transfer to another bank. */
export function payOutside(
  invoice: Invoice,
  reference: string,
  at: number,
): InvoiceChange | undefined {
  const paid = pay(invoice, null, at);
  return paid && { ...paid, invoice: { ...paid.invoice, outsideReference: reference } };
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

/** What its customer has to pay, or had: minor units. */
export function owedOf({ amount, creditedOwed }: Pick<Invoice, 'amount' | 'creditedOwed'>): bigint {
  return amount - creditedOwed;
}

/** Counts a published change. */
export function changed(invoice: Invoice, at: number): Invoice {
  return { ...invoice, version: invoice.version + 1, updatedAt: at };
}
