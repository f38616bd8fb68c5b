import type { Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import type { Invoice } from '../domain/invoice.ts';
import { byItself } from '../domain/public-events.ts';
import { readTimes, type SqlNow } from '../store/clock.ts';
import { findInvoice, getInvoice } from '../store/invoices.ts';
import { markPaidEarly, markPaymentEnded } from '../store/payments.ts';
import type { BillingTables } from '../store/schema.ts';
import { lockSubscription } from '../store/subscriptions.ts';
import { recordPayment } from './record-payment.ts';

/** A payment request that was paid, as the ledger tells it. */
export interface Payment {
  readonly paymentId: Uuid;
  readonly invoiceId: Uuid;
  readonly accountId: Uuid;
  readonly amount: bigint;
  readonly currency: string;
}

export interface PaymentOperations {
  readonly takePayment: ReturnType<typeof makeTakePayment>;
  readonly endPayment: typeof endPayment;
}

/** Notes that a payment request can no longer be paid: nothing is left to cancel then. */
export async function endPayment(
  tx: Transaction<BillingTables>,
  { invoiceId, paymentId }: Payment,
): Promise<void> {
  const invoice = await findInvoice(tx, invoiceId);
  if (!invoice || invoice.payment?.id !== paymentId) return;
  await lockSubscription(tx, invoice.subscriptionId);
  await markPaymentEnded(tx, invoiceId);
}

/**
 * Marks the invoice that a payment request was made for as paid. Whoever writes an invoice's id
 * into a payment request of their own pays nothing by it: account, amount, currency and the
 * request itself have to be the invoice's.
 */
export function makeTakePayment(sqlNow: SqlNow) {
  return async (tx: Transaction<BillingTables>, payment: Payment): Promise<void> => {
    const seen = await findInvoice(tx, payment.invoiceId);
    if (!seen || !isOf(seen, payment)) return;
    const subscription = await lockSubscription(tx, seen.subscriptionId);
    if (!subscription) return;
    const invoice = await getInvoice(tx, payment.invoiceId);
    if (invoice.status === 'draft') return markPaidEarly(tx, invoice.id);
    if (!isOf(invoice, payment)) return;
    const times = await readTimes(tx, sqlNow, subscription.subscription.testClockId);
    const occasion = { ...times, cause: byItself };
    await recordPayment(tx, subscription, invoice.id, occasion);
  };
}

function isOf(invoice: Invoice, { paymentId, accountId, amount, currency }: Payment): boolean {
  return (
    invoice.payerAccountId === null &&
    invoice.sellerId === accountId &&
    invoice.amount === amount &&
    invoice.currency === currency &&
    (invoice.status === 'draft' || invoice.payment?.id === paymentId)
  );
}
