import { AppError, newId, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import { listToCancel, markPaymentEnded, type PaymentToCancel } from '../store/payments.ts';
import type { BillingTables } from '../store/schema.ts';
import { inLanes } from './in-lanes.ts';
import { CALL_TIMEOUT_MS, type LedgerClient } from './peers.ts';

const ROWS_MAX = 100;

/**
 * Cancels the payment requests of invoices that nobody has to pay any more. One that is being
 * paid right now is asked for again: either the payment comes in, or it can be canceled. Goes round
 * them all, however many of them fail.
 * @throws the first failure, when all of a round were tried.
 */
export function makeCancelPayments(db: Kysely<BillingTables>, ledger: LedgerClient) {
  let after: Uuid | null = null;
  return async (): Promise<void> => {
    const payments = await listToCancel(db, after, ROWS_MAX);
    after = payments.length === ROWS_MAX ? (payments.at(-1)?.invoiceId ?? null) : null;
    const failures: unknown[] = [];
    await inLanes(payments, async (payment) => {
      await cancel(payment).catch((error: unknown) => failures.push(error));
    });
    if (failures.length > 0) throw failures[0];
  };

  async function cancel({ invoiceId, accountId, paymentId }: PaymentToCancel): Promise<void> {
    try {
      await ledger.cancelPaymentRequest(
        { accountId, paymentId },
        { requestId: newId(), timeoutMs: CALL_TIMEOUT_MS },
      );
    } catch (error) {
      const code = error instanceof AppError ? error.code : undefined;
      // The event of its end says so, should it have failed.
      if (code === 'conflict') return;
      // The account was closed, and its payment requests with it.
      if (code !== 'not_found') throw error;
    }
    await markPaymentEnded(db, invoiceId);
  }
}
