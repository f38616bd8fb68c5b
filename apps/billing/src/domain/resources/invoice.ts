import {
  type InvoiceLineResource,
  type InvoiceResource,
  isLive,
  type LinkedInvoiceResource,
  parsePublicId,
  type TaxAmountResource,
  toInstant,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { toJsonAmount } from '@florin/money';
import type { LineTax } from '@florin/tax';
import type { Line, LineDiscount } from '../charge.ts';
import { invoiceDocument } from '../document/model.ts';
import { eInvoiceOmission } from '../document/omission.ts';
import { toNullableText } from '../instants.ts';
import { documentNumberOf, type Invoice, openOf, paidOf } from '../invoice/model.ts';
import { paymentsOf, type ReceivedPayment } from '../invoice/payments.ts';
import { toBuyerParty, toSellerParty } from '../parties.ts';
import { boughtBy, toRate } from '../tax/charges.ts';
import { toDiscountResource, toOff } from './coupon.ts';
import { toUnitPrice } from './unit-price.ts';

/** The seller's name never prevents an e-invoice. */
const UNNAMED = { name: undefined, timezone: undefined };

/** An invoice as clients see it, with links to its payment page and its explanation. */
export function toLinkedInvoice(invoice: Invoice): LinkedInvoiceResource {
  const { id, cause, lines, payment } = invoice;
  const [kind, changeId] = cause.split(':');
  const linked = {
    ...toInvoiceResource(invoice),
    lines: lines.map((line, index) => ({
      id: toLineId(id, index),
      object: 'invoice_line' as const,
      ...toLineResource(line),
    })),
    seller: invoice.parties ? toSellerParty(invoice.parties.seller, invoice) : null,
    e_invoice_omission_reason: eInvoiceOmission(invoiceDocument(invoice, UNNAMED)),
    buyer: invoice.parties?.buyer ? toBuyerParty(invoice.parties.buyer) : null,
    change_id: kind === 'change' && changeId ? toPublicId('change', changeId) : null,
    payment_url: hasPage(invoice) ? (payment?.url ?? null) : null,
  };
  return linked;
}

/** Whether its payment page works: it takes a payment or shows the receipt. */
function hasPage({ status, paymentState }: Invoice): boolean {
  return status === 'paid' || paymentState === 'open';
}

/** An invoice in the body of an event. */
export function toInvoiceResource(invoice: Invoice): InvoiceResource {
  const { status, amount, payment, transactionId, number } = invoice;
  const subscriptionId =
    invoice.subscriptionId === null ? null : toPublicId('subscription', invoice.subscriptionId);
  const isOwed = status === 'draft' || status === 'open';
  const { overpaid, refunded, withheld, lost, writtenOff } = invoice.standing;
  const resource = {
    id: toPublicId('invoice', invoice.id),
    object: 'invoice' as const,
    livemode: isLive(invoice.sellerId),
    number: number === null ? null : toJsonAmount(number),
    document_number: documentNumberOf(invoice),
    account_id: toPublicId('account', invoice.sellerId),
    customer_id: invoice.customerReference,
    resolved_customer_id: invoice.customerId && toPublicId('customer', invoice.customerId),
    subscription_id: subscriptionId,
    cause: invoice.cause,
    status,
    currency: invoice.currency,
    ...toTotals(invoice.lines),
    amount_due: toJsonAmount(amount),
    amount_paid: toJsonAmount(paidOf(invoice)),
    amount_overpaid: toJsonAmount(overpaid),
    amount_remaining: isOwed ? toJsonAmount(openOf(invoice)) : 0,
    amount_credited: toJsonAmount(invoice.credited),
    amount_refunded: toJsonAmount(refunded),
    amount_disputed: toJsonAmount(withheld + lost),
    amount_written_off: toJsonAmount(writtenOff),
    lines: invoice.lines.map(toLineResource),
    discounts: invoice.discounts.map(toDiscountResource),
    attempt_count: invoice.attemptCount,
    reminder_count: invoice.reminderCount,
    failure_reason: invoice.failureReason,
    decline_code: invoice.declineCode,
    due_at: toNullableText(invoice.dueAt),
    sent_at: toNullableText(invoice.sentAt),
    collection_method: invoice.collectionMethod,
    memo: invoice.memo,
    po_number: invoice.poNumber,
    outside_reference: invoice.outsideReference,
    payments: paymentsOf(invoice).map(toPaymentResource),
    payment_id: payment && toPublicId('paymentRequest', payment.id),
    transaction_id: transactionId === null ? null : toPublicId('transaction', transactionId),
    created_at: toInstant(invoice.createdAt),
    finalized_at: toNullableText(invoice.finalizedAt),
    paid_at: toNullableText(invoice.paidAt),
    updated_at: toInstant(invoice.updatedAt),
  };
  return resource;
}

function toPaymentResource({
  amount,
  place,
  reference,
  paymentId,
  transactionId,
  at,
}: ReceivedPayment): NonNullable<InvoiceResource['payments']>[number] {
  return {
    ...{ object: 'invoice_payment', amount: toJsonAmount(amount), place, reference },
    payment_id: paymentId && toPublicId('paymentRequest', paymentId),
    transaction_id: transactionId && toPublicId('transaction', transactionId),
    paid_at: toInstant(at),
  };
}

/** A line, including lines of an invoice that does not exist yet. */
export function toLineResource(line: Line): InvoiceLineResource {
  return {
    type: line.type,
    plan: line.planId,
    quantity: line.quantity,
    ...toUnitPrice(line.unitAmount, line.quantity),
    amount: toJsonAmount(line.amount),
    period_start: toInstant(line.startAt),
    period_end: toInstant(line.endAt),
    remaining_seconds: line.remainingSeconds,
    period_seconds: line.periodSeconds,
    description: line.description ?? line.added?.name ?? null,
    discount: line.discount ? toLineDiscount(line.discount) : null,
    net_amount: line.tax ? toJsonAmount(line.tax.net) : null,
    tax_amount: line.tax ? toJsonAmount(line.tax.tax) : null,
  };
}

function toLineDiscount({ couponId, name, off }: LineDiscount) {
  return { coupon_id: toPublicId('coupon', couponId), name, ...toOff(off) };
}

/** Sums of the purchased lines, before credit is applied. */
export function toTotals(lines: readonly Line[]) {
  const { net, tax, gross, taxes } = boughtBy(lines);
  return {
    subtotal: toJsonAmount(net),
    tax: toJsonAmount(tax),
    total: toJsonAmount(gross),
    taxes: taxes.map(toTaxAmount),
  };
}

/** A tax as documents show it. */
export function toTaxAmount(tax: LineTax): TaxAmountResource {
  return {
    ...toRate(tax),
    taxable_amount: toJsonAmount(tax.taxable),
    amount: toJsonAmount(tax.amount),
  };
}

/** The public id of an invoice line: the invoice's id, and its position from 1. */
export function toLineId(invoiceId: Uuid, index: number): string {
  return `li_${toPublicId('invoice', invoiceId).slice('inv_'.length)}_${index + 1}`;
}

export const LINE_ID = /^li_([0-9a-z]{26})_([1-9]\d{0,2})$/;

/** The invoice and line that an id names; undefined for any other text. */
export function parseLineId(text: string): { invoiceId: Uuid; index: number } | undefined {
  const [, suffix, place] = LINE_ID.exec(text) ?? [];
  const invoiceId = suffix && parsePublicId('invoice', `inv_${suffix}`);
  return invoiceId ? { invoiceId, index: Number(place) - 1 } : undefined;
}
