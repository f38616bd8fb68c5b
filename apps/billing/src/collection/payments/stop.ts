import { AppError } from '@florin/contracts';
import { CALL_TIMEOUT_MS } from '../../clients.ts';
import type { Invoice } from '../../domain/invoice/model.ts';
import type { LedgerDeps } from '../charges/collect-from-customer.ts';
import { markPaymentEnded } from '../payment-queries.ts';

/**
 * Ends the payment page of an invoice, so that an amount no longer owed is not paid. False if the
 * customer is paying or has paid.
 */
export async function stopPayment(
  { db, ledger }: LedgerDeps,
  invoice: Invoice,
  requestId: string,
): Promise<boolean> {
  const { id, sellerId: accountId, payment } = invoice;
  if (!payment || !isPayable(invoice)) return true;
  const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
  try {
    await ledger.cancelPaymentRequest({ accountId, paymentId: payment.id }, context);
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    if (code === 'conflict') return false;
    // Requests that no longer exist have ended.
    if (code !== 'not_found') throw error;
  }
  await markPaymentEnded(db, id);
  return true;
}

/** Whether the ledger may still accept a payment for it. */
export function isPayable({ paymentState }: Invoice): boolean {
  return paymentState === 'open' || paymentState === 'to_cancel';
}
