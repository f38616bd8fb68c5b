import { AppError, newId, type Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import pLimit from 'p-limit';
import { CALL_TIMEOUT_MS, LEDGER_CALLS_MAX } from '../../clients.ts';
import type { Cause } from '../../domain/cause.ts';
import { type Invoice, openOf } from '../../domain/invoice/model.ts';
import { lockInvoice } from '../../invoicing/invoices/lock.ts';
import type { BillingTables } from '../../schema.ts';
import type { LedgerDeps } from '../charges/collect-from-customer.ts';
import { markPaid, recordPayment } from '../charges/record.ts';
import {
  listToCancel,
  markPaidEarly,
  markPaymentEnded,
  type PaymentToCancel,
} from '../payment-queries.ts';

/** A payment request that has ended, from an event of the ledger. */
export interface Payment {
  readonly paymentId: Uuid;
  readonly invoiceId: Uuid;
  readonly accountId: Uuid;
  readonly amount: bigint;
  readonly currency: string;
  /** The request that ended it. */
  readonly cause: Cause;
}

/** Records that a payment request can no longer be paid, so that there is nothing to cancel. */
export async function recordEndedRequest(
  tx: Transaction<BillingTables>,
  { invoiceId, paymentId }: Payment,
): Promise<void> {
  const locked = await lockInvoice(tx, invoiceId);
  if (locked?.invoice.payment?.id !== paymentId) return;
  await markPaymentEnded(tx, invoiceId);
}

/**
 * Marks the invoice of a payment request as paid. Account, amount, currency and request must match
 * the invoice, because anyone can write its id into their own payment request.
 */
export async function recordPaidRequest(
  tx: Transaction<BillingTables>,
  payment: Payment,
): Promise<void> {
  const locked = await lockInvoice(tx, payment.invoiceId);
  if (!locked || !isOf(locked.invoice, payment)) return;
  const { invoice, stored, times } = locked;
  const occasion = { ...times, cause: payment.cause };
  const { amount } = payment;
  if (!stored) return markPaid(tx, invoice, { transactionId: null, amount }, occasion);
  if (invoice.status === 'draft') return markPaidEarly(tx, invoice.id);
  await recordPayment(tx, stored, invoice.id, occasion, amount);
}

function isOf(invoice: Invoice, { paymentId, accountId, amount, currency }: Payment): boolean {
  return (
    invoice.payerAccountId === null &&
    invoice.sellerId === accountId &&
    isAskedFor(invoice, amount) &&
    invoice.currency === currency &&
    ((invoice.status === 'draft' && invoice.subscriptionId !== null) ||
      invoice.payment?.id === paymentId)
  );
}

/** Accepts the open amount, and the amount requested before applied credit was returned. */
function isAskedFor(invoice: Invoice, amount: bigint): boolean {
  const open = openOf(invoice);
  return amount === open || amount === open - invoice.standing.creditReturned;
}

const ROWS_MAX = 100;

/**
 * Cancels a page of payment requests whose invoices are no longer owed. One that is being paid is
 * retried later; one failure does not stop the others.
 * @param after the last invoice of the previous page; null for the first page
 * @returns `last` as the cursor of the next page; null at the end of the list
 */
export async function cancelPayments(
  deps: LedgerDeps,
  after: Uuid | null,
): Promise<{ readonly last: Uuid | null; readonly failures: readonly unknown[] }> {
  const payments = await listToCancel(deps.db, after, ROWS_MAX);
  const failures: unknown[] = [];
  await pLimit(LEDGER_CALLS_MAX).map(payments, (payment) =>
    cancel(deps, payment).catch((error: unknown) => failures.push(error)),
  );
  const last = payments.length === ROWS_MAX ? (payments.at(-1)?.invoiceId ?? null) : null;
  return { last, failures };
}

async function cancel(
  { db, ledger }: LedgerDeps,
  { invoiceId, accountId, paymentId }: PaymentToCancel,
): Promise<void> {
  try {
    await ledger.cancelPaymentRequest(
      { accountId, paymentId },
      { requestId: newId(), timeoutMs: CALL_TIMEOUT_MS },
    );
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    // Being paid or already ended; the event of its end will mark it.
    if (code === 'conflict') return;
    // Closing the account ended its payment requests.
    if (code !== 'not_found') throw error;
  }
  await markPaymentEnded(db, invoiceId);
}
