import { AppError, type ErrorCode, newId, type Uuid } from '@florin/contracts';
import { findInvoiceCharge } from '../charges/queries.ts';
import { sumMoneyBack } from './money-back.ts';
import type { RefundRouteDeps } from './operations.ts';

interface RefundInvoiceRequest {
  readonly accountId: string;
  readonly invoiceId: string;
  readonly amount: string;
  readonly key: string;
  readonly reason: string;
}

/** Payments per call. */
const PAYMENTS_MAX = 100;

/** RPCs of billing and the ledger about refunds. */
export function refundRpcs({ db, refunds }: RefundRouteDeps) {
  return {
    /** Called by the ledger to show the refunded and disputed amounts of payments. */
    async ListMoneyBack({ paymentIds }: { readonly paymentIds: readonly Uuid[] }) {
      if (paymentIds.length > PAYMENTS_MAX)
        throw new AppError('invalid_request', `send at most ${PAYMENTS_MAX} payments`);
      const payments = await sumMoneyBack(db, paymentIds);
      return {
        payments: payments.map(({ paymentId, refunded, disputed }) => ({
          paymentId,
          refunded: refunded.toString(),
          disputed: disputed.toString(),
        })),
      };
    },

    /** Called by billing to refund the money of a credit note. */
    async RefundInvoice(
      request: RefundInvoiceRequest,
      { requestId }: { readonly requestId: string },
    ): Promise<{ refundId: string }> {
      const { accountId, invoiceId, amount, key, reason } = request;
      const charge = await findInvoiceCharge(db, invoiceId);
      if (charge?.merchant.accountId !== accountId)
        throw new AppError('not_found', 'no payment through a payment processor paid this invoice');
      const { paymentId } = charge;
      const asked = { accountId, invoiceId, amount };
      const refunding = { id: newId(), paymentId, requestId, amount, reason, metadata: {} };
      const isReserved = true as const;
      const reply = await refunds.begin(
        { ...refunding, isReserved, idempotencyKey: null },
        { scope: 'billing RefundInvoice', key, request: asked, sent: asked },
      );
      const body = reply.body as { id?: string; error?: ErrorCode; message?: string };
      if (reply.status === 201 && body.id !== undefined) return { refundId: body.id };
      throw new AppError(body.error ?? 'internal_error', body.message ?? 'it was refused');
    },
  };
}
