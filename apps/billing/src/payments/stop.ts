import { AppError } from '@florin/contracts';
import { CALL_TIMEOUT_MS } from '../accounts/peers.ts';
import type { LedgerDeps } from '../charges/collect-from-customer.ts';
import type { Invoice } from '../invoices/model.ts';
import { markPaymentEnded } from './queries.ts';

export const IS_BEING_PAID =
  'this invoice is being paid at its page right now: look at it again in a while';

/**
 * Ends the page at which an invoice can be paid, where it has one, so that nobody pays what is owed no
 * more. False while somebody is paying there, or has paid.
 */
export async function stopPayment(
  { db, ledger }: LedgerDeps,
  { id, sellerId: accountId, payment, paymentState }: Invoice,
  requestId: string,
): Promise<boolean> {
  const isPayable = paymentState === 'open' || paymentState === 'to_cancel';
  if (!payment || !isPayable) return true;
  const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
  try {
    await ledger.cancelPaymentRequest({ accountId, paymentId: payment.id }, context);
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    if (code === 'conflict') return false;
    // Gone requests have ended.
    if (code !== 'not_found') throw error;
  }
  await markPaymentEnded(db, id);
  return true;
}
