import { AppError, toPublicId, type Uuid } from '@florin/contracts';
import type { Kysely } from 'kysely';
import type { Invoice } from '../../domain/invoice/model.ts';
import { amountOf, isPaidBy, refund, refundableOf } from '../../domain/invoice/money-back.ts';
import { findEntriesOf } from '../../invoicing/books/queries.ts';
import { type LockedInvoice, lockInvoice, occasionOf } from '../../invoicing/invoices/lock.ts';
import { saveChanges } from '../../invoicing/invoices/save-changes.ts';
import type { BillingTables } from '../../schema.ts';
import { type EarlierMoneyBack, recordEarlier } from './earlier.ts';
import { findRelease } from './release.ts';

interface ReserveRequest {
  readonly accountId: Uuid;
  readonly invoiceId: Uuid;
  readonly paymentId: Uuid;
  readonly amountPaid: string;
  readonly refundId: Uuid;
  readonly amount: string;
  readonly takesLess: boolean;
}

interface ReleaseRequest {
  readonly invoiceId: Uuid;
  readonly refundId: Uuid;
}

/** RPCs for processors: a refund reserves money of its invoice before it is made. */
export function moneyBackRpcs({ db }: { readonly db: Kysely<BillingTables> }) {
  return {
    ReserveRefund: (request: ReserveRequest, { requestId }: { readonly requestId: string }) =>
      db.transaction().execute(async (tx) => {
        const locked = await lockInvoice(tx, request.invoiceId);
        if (locked && isBeingPaidBy(locked, request))
          throw new AppError('unavailable', 'the payment of this invoice is still being recorded');
        if (!locked || !isPaidBy(locked.invoice, request))
          throw new AppError('not_found', 'this payment did not pay the invoice');
        const source = toPublicId('refund', request.refundId);
        const entries = await findEntriesOf(tx, request.invoiceId);
        const reserved = amountOf(entries, 'refunded', source);
        if (reserved > 0n) return { amount: reserved.toString() };
        // A concurrent change of plan may grant a part of it as credit.
        if (locked.stored?.subscription.charging)
          throw new AppError('unavailable', 'a charge of its subscription is in progress');
        const amount = amountToReserve(locked.invoice, request);
        const occasion = occasionOf(locked, requestId);
        const change = refund(locked.invoice, { source, amount }, occasion.nowMs);
        await saveChanges(tx, locked.invoice, [change], occasion);
        return { amount: amount.toString() };
      }),

    ReleaseRefund: (
      { invoiceId, refundId }: ReleaseRequest,
      context: { readonly requestId: string },
    ) =>
      db.transaction().execute(async (tx) => {
        const locked = await lockInvoice(tx, invoiceId);
        const source = toPublicId('refund', refundId);
        const change = locked && (await findRelease(tx, locked, source));
        if (change)
          await saveChanges(tx, locked.invoice, [change], occasionOf(locked, context.requestId));
        return {};
      }),

    async RecordMoneyBack(
      request: EarlierMoneyBack,
      { requestId }: { readonly requestId: string },
    ) {
      await recordEarlier(db, request, requestId);
      return {};
    },
  };
}

/** The ledger has the money already, but its event has not arrived yet. */
function isBeingPaidBy(
  { invoice: { id, sellerId, status, payment }, stored }: LockedInvoice,
  { accountId, paymentId }: ReserveRequest,
): boolean {
  if (sellerId !== accountId || status === 'paid') return false;
  return payment?.id === paymentId || stored?.subscription.charging?.charge.invoiceId === id;
}

/** @throws AppError conflict if nothing, or less than requested, is left */
function amountToReserve(invoice: Invoice, { amount: asked, takesLess }: ReserveRequest): bigint {
  const amount = BigInt(asked);
  const left = refundableOf(invoice);
  if (amount <= left) return amount;
  if (left === 0n)
    throw new AppError(
      'conflict',
      'this invoice has nothing left to refund; the amount was refunded, credited, withheld or lost',
    );
  if (takesLess) return left;
  throw new AppError(
    'conflict',
    `amount: at most ${left} (minor units) of this invoice can still be refunded`,
  );
}
