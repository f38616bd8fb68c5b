import type { CollectionMethod, EventType, Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';
import { noTerms } from '../billing-terms.ts';
import { type Fact, noStanding, type Standing } from '../books/model.ts';
import type { Charge, Line } from '../charge.ts';
import type { Discount } from '../discount/model.ts';
import { type InvoiceParties, withPoNumber } from '../parties.ts';
import type { ChargeOutcome, PaymentLink } from '../subscription/commands.ts';
import type { AttemptFailed } from '../subscription/events.ts';
import type { Parties, Subscription } from '../subscription/model.ts';

export const invoiceStatuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** State of the payment request: none, payable, to be canceled in the ledger, or ended. */
export type PaymentState = 'none' | 'open' | 'to_cancel' | 'ended';

/**
 * A claim: for one cause of a subscription, or a one-off. Amounts are minor units, instants
 * milliseconds.
 */
/** A payment of an invoice that its seller received outside Florin. */
export interface OutsidePayment {
  /** Minor units, with the surplus that became credit. */
  readonly amount: bigint;
  /** The seller's reference: a receipt, or a line on a bank statement. */
  readonly reference: string;
  /** Milliseconds since 1970, by the invoice's clock. */
  readonly at: number;
}

export interface Invoice extends Parties {
  readonly id: Uuid;
  /** Number of the last public event; 0 on drafts. */
  readonly version: number;
  /** Null on one-off invoices. */
  readonly subscriptionId: Uuid | null;
  readonly cause: string;
  /** Null on drafts. */
  readonly number: bigint | null;
  /** Number shown on documents; null on drafts, and on invoices of earlier versions. */
  readonly documentNumber: string | null;
  /** The parties when it was drafted; null if the seller has no profile. */
  readonly parties: InvoiceParties | null;
  readonly status: InvoiceStatus;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly lines: readonly Line[];
  /** Coupons that were redeemed for it, in order. */
  readonly discounts: readonly Discount[];
  /** Number of charges of a card or a balance. */
  readonly attemptCount: number;
  /** Number of reminders that the customer was due, without a charge. */
  readonly reminderCount: number;
  /** Why it is unpaid; null if no charge was tried, or it is paid. */
  readonly failureReason: string | null;
  /** Stripe's code for the last decline of a card; null if there was none, or it is paid. */
  readonly declineCode: string | null;
  readonly dueAt: number | null;
  /** Days to pay after finalization; null if its subscription decides. */
  readonly dueDays: number | null;
  /** How a one-off invoice is collected after finalization; null if its subscription decides. */
  readonly collectionMethod: CollectionMethod | null;
  /** The seller's text on the invoice. */
  readonly memo: string | null;
  /** Purchase order of the invoice or its subscription; null for that of the customer. */
  readonly poNumber: string | null;
  /** When the seller sent it to the customer. */
  readonly sentAt: number | null;
  /** Reference of the payment outside Florin that completed it; null if there was none. */
  readonly outsideReference: string | null;
  /** Oldest first; without those recorded by earlier versions. */
  readonly outsidePayments: readonly OutsidePayment[];
  /** Amount that credit notes took back, and the unpaid part of it; minor units. */
  readonly credited: bigint;
  readonly creditedOwed: bigint;
  /** Sum of its entries in the books. */
  readonly standing: Standing;
  /** The invoice version that its entries cover. */
  readonly bookedVersion: number;
  readonly payment: { readonly id: Uuid; readonly url: string } | null;
  readonly paymentState: PaymentState;
  /** Its payment request was paid before billing recorded that it was sent. */
  readonly isPaidEarly: boolean;
  readonly transactionId: Uuid | null;
  readonly finalizedAt: number | null;
  readonly paidAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** An invoice after a published change. */
export interface InvoiceChange {
  readonly invoice: Invoice;
  readonly type: Extract<EventType, `invoice.${string}`>;
  /** Facts for the books; the standing of the invoice includes them. */
  readonly facts?: readonly Fact[];
}

type Owner = Parties & Pick<Invoice, 'id' | 'subscriptionId' | 'cause' | 'currency'>;

/** A draft without lines. */
export function emptyDraft(owner: Owner, at: number): Invoice {
  return {
    ...owner,
    version: 0,
    number: null,
    documentNumber: null,
    parties: null,
    status: 'draft',
    amount: 0n,
    lines: [],
    discounts: [],
    attemptCount: 0,
    reminderCount: 0,
    failureReason: null,
    declineCode: null,
    dueAt: null,
    dueDays: null,
    collectionMethod: null,
    memo: null,
    poNumber: null,
    sentAt: null,
    outsideReference: null,
    outsidePayments: [],
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

export function draftInvoice(
  subscription: Subscription,
  charge: Charge,
  parties: InvoiceParties | null,
  at: number,
): Invoice {
  const {
    id: subscriptionId,
    sellerId,
    payerAccountId,
    customerId,
    customerReference,
  } = subscription;
  const { invoiceId: id, cause, currency, amount, lines } = charge;
  const { poNumber } = subscription.terms ?? noTerms;
  const owner = { id, subscriptionId, cause, currency, sellerId };
  return {
    ...emptyDraft({ ...owner, payerAccountId, customerId, customerReference }, at),
    ...{ amount, lines, poNumber, parties: withPoNumber(parties, poNumber) },
  };
}

/** Attaches the payment request of a customer, before finalization. */
export function send(
  invoice: Invoice,
  outcome: Extract<ChargeOutcome, { kind: 'sent' }>,
  dueAt: number,
): Invoice {
  const payment = { id: outcome.paymentId, url: outcome.paymentUrl };
  return { ...offer(invoice, payment), dueAt };
}

/** Lets a customer pay on a page after a saved card failed. */
export function offer(invoice: Invoice, payment: PaymentLink): Invoice {
  return { ...invoice, payment, paymentState: 'open' };
}

/** A charge of a card or a balance failed. */
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

/** It is overdue and nothing can be charged, so its seller should remind the customer. */
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

/** An open invoice has no due date while its subscription is paused. */
export function moveDueDate(invoice: Invoice, dueAt: number | null): Invoice {
  return invoice.status === 'open' && invoice.payment ? { ...invoice, dueAt } : invoice;
}

/** Its seller sends it to the customer, possibly again. */
export function markSent(invoice: Invoice, at: number): InvoiceChange {
  return { type: 'invoice.sent', invoice: { ...changed(invoice, at), sentAt: at } };
}

/** Number shown on documents; invoices of earlier versions show the plain number. */
export function documentNumberOf({
  number,
  documentNumber,
}: Pick<Invoice, 'number' | 'documentNumber'>): string | null {
  return documentNumber ?? number?.toString() ?? null;
}

/** Amount due before any payment; minor units. */
export function owedOf({
  amount,
  creditedOwed,
  standing,
}: Pick<Invoice, 'amount' | 'creditedOwed' | 'standing'>): bigint {
  return amount - creditedOwed + standing.creditReturned;
}

/** Unpaid part of {@link owedOf}; minor units. */
export function openOf(invoice: Pick<Invoice, 'amount' | 'creditedOwed' | 'standing'>): bigint {
  return owedOf(invoice) - paidOf(invoice);
}

/** Money that paid the invoice, without what became credit; minor units. */
export function paidOf({ standing }: Pick<Invoice, 'standing'>): bigint {
  return standing.paid - standing.overpaid;
}

/** Whether an invoice that is not paid has received a part of its amount. */
export function isPartPaid(invoice: Pick<Invoice, 'status' | 'standing'>): boolean {
  return invoice.status !== 'paid' && paidOf(invoice) > 0n;
}

/** Money and applied credit that the seller received and did not return; minor units. */
export function keptOf(
  invoice: Pick<Invoice, 'credited' | 'creditedOwed' | 'standing' | 'lines'>,
): bigint {
  const { credited, creditedOwed, standing } = invoice;
  const { creditReturned, granted, refunded, withheld, lost } = standing;
  const received = paidOf(invoice) + creditAppliedTo(invoice) - creditReturned;
  return received - granted - refunded - withheld - lost - (credited - creditedOwed);
}

/** Credit applied to an invoice when its charge began; minor units. */
export function creditAppliedTo({ lines }: Pick<Invoice, 'lines'>): bigint {
  return lines.reduce(
    (sum, { type, amount }) => (type === 'credit_applied' ? sum - amount : sum),
    0n,
  );
}

/** Counts a published change. The books cover it unless they already lag behind. */
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
