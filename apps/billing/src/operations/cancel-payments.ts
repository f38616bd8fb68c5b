import { AppError, newId } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { listToCancel, markPaymentEnded } from '../store/payments.ts';
import type { BillingTables } from '../store/schema.ts';
import { CALL_TIMEOUT_MS, type LedgerClient } from './peers.ts';

const ROWS_MAX = 100;

/**
 * Cancels the payment requests of invoices that nobody has to pay any more. One that is being
 * paid right now is asked for again: either the payment comes in, or it can be canceled.
 */
export function makeCancelPayments(db: Kysely<BillingTables>, ledger: LedgerClient) {
  return async (): Promise<void> => {
    for (const { invoiceId, accountId, paymentId } of await listToCancel(db, ROWS_MAX)) {
      try {
        await ledger.cancelPaymentRequest(
          { accountId, paymentId },
          { requestId: newId(), timeoutMs: CALL_TIMEOUT_MS },
        );
      } catch (error) {
        const code = error instanceof AppError ? error.code : undefined;
        // The event of its end says so, should it have failed.
        if (code === 'conflict') continue;
        // The account was closed, and its payment requests with it.
        if (code !== 'not_found') throw error;
      }
      await markPaymentEnded(db, invoiceId);
    }
  };
}
