import { AppError, toPublicId, type Uuid } from '@florin/contracts';
import type { Kysely, Transaction } from 'kysely';
import { type InvoiceChange, least } from '../../domain/invoice/model.ts';
import { amountOf, isPaidBy, refund, refundableOf } from '../../domain/invoice/money-back.ts';
import { findEntriesOf } from '../../invoicing/books/queries.ts';
import { findNotesOf } from '../../invoicing/credit-notes/queries.ts';
import { type LockedInvoice, lockInvoice, occasionOf } from '../../invoicing/invoices/lock.ts';
import { saveChanges } from '../../invoicing/invoices/save-changes.ts';
import type { BillingTables } from '../../schema.ts';
import { disputeOf } from './disputes.ts';

export interface EarlierMoneyBack {
  readonly accountId: Uuid;
  readonly invoiceId: Uuid;
  readonly paymentId: Uuid;
  readonly amountPaid: string;
  /** Empty for a dispute. */
  readonly refundId: Uuid | '';
  /** Empty for a refund, like the status. */
  readonly disputeId: Uuid | '';
  readonly disputeStatus: string;
  readonly amount: string;
}

/** Records a refund or a dispute from before billing kept books. Idempotent. */
export function recordEarlier(
  db: Kysely<BillingTables>,
  request: EarlierMoneyBack,
  requestId: string,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const locked = await lockInvoice(tx, request.invoiceId);
    if (!locked || !isPaidBy(locked.invoice, request))
      throw new AppError('not_found', 'this payment did not pay the invoice');
    const change = await changeFor(tx, locked, request);
    if (change) await saveChanges(tx, locked.invoice, [change], occasionOf(locked, requestId));
  });
}

function changeFor(tx: Transaction<BillingTables>, locked: LockedInvoice, it: EarlierMoneyBack) {
  const amount = BigInt(it.amount);
  if (it.refundId !== '') return refundOf(tx, locked, toPublicId('refund', it.refundId), amount);
  if (it.disputeId === '') throw new AppError('invalid_request', 'send a refund or a dispute');
  const source = toPublicId('dispute', it.disputeId);
  return disputeOf(tx, locked, { source, amount, status: it.disputeStatus });
}

/**
 * Billing books refunds of credit notes with their notes, and may have issued other notes since.
 */
async function refundOf(
  tx: Transaction<BillingTables>,
  { invoice, stored, times }: LockedInvoice,
  source: string,
  asked: bigint,
): Promise<InvoiceChange | undefined> {
  if (amountOf(await findEntriesOf(tx, invoice.id), 'refunded', source) > 0n) return undefined;
  const notes = await findNotesOf(tx, invoice.id);
  if (notes.some(({ refundId }) => refundId === source)) return undefined;
  if (notes.some(({ issuedAt }) => issuedAt === null))
    throw new AppError('unavailable', 'a credit note of this invoice waits for its refund');
  if (stored?.subscription.charging)
    throw new AppError('unavailable', 'a charge of its subscription is in progress');
  const amount = least(asked, refundableOf(invoice));
  return amount > 0n ? refund(invoice, { source, amount }, times.nowMs) : undefined;
}
