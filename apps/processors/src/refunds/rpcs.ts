import { AppError, type ErrorCode, newId } from '@florin/contracts';
import { findInvoiceCharge } from '../charges/queries.ts';
import type { RefundRouteDeps } from './operations.ts';

interface RefundInvoiceRequest {
  readonly accountId: string;
  readonly invoiceId: string;
  readonly amount: string;
  readonly key: string;
  readonly reason: string;
}

/** What billing asks about money that goes back. */
export function refundRpcs({ db, refunds }: RefundRouteDeps) {
  return {
    /** A credit note gives the money of an invoice back. */
    async RefundInvoice(
      request: RefundInvoiceRequest,
      { requestId }: { readonly requestId: string },
    ): Promise<{ refundId: string }> {
      const { accountId, invoiceId, amount, key, reason } = request;
      const charge = await findInvoiceCharge(db, invoiceId);
      if (charge?.merchant.accountId !== accountId)
        throw new AppError('not_found', 'no customer has paid this invoice by a payment processor');
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
