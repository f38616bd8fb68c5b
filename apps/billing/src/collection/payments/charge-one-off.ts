import { AppError, type Reply, toPublicId, type Uuid } from '@florin/contracts';
import type { StepResult } from '@florin/database';
import type { Transaction } from 'kysely';
import { CALL_TIMEOUT_MS, undefinedIfNotFound } from '../../clients.ts';
import type { Occasion } from '../../domain/cause.ts';
import { changed, fail, type Invoice, markSent } from '../../domain/invoice/model.ts';
import type { Charged, LinkRequest, PaidByMethod } from '../../domain/payment-link.ts';
import { toLinkedInvoice } from '../../domain/resources/invoice.ts';
import { lockInvoice } from '../../invoicing/invoices/lock.ts';
import { findInvoice, getInvoice } from '../../invoicing/invoices/queries.ts';
import { saveChanges } from '../../invoicing/invoices/save-changes.ts';
import type { BillingTables } from '../../schema.ts';
import { FINAL_REFUSALS } from '../charges/collect.ts';
import { type CollectDeps, requestForInvoice } from '../charges/collect-from-customer.ts';
import { markPaid } from '../charges/record.ts';
import { findPaymentRound } from '../payment-queries.ts';

type Tx = Transaction<BillingTables>;

const NO_METHOD = 'The customer has no saved payment method that can be charged.';

/**
 * Charges the customer's default payment method for the invoice's payment request. The request is
 * paid at most once, even with concurrent voids, credit notes and page payments.
 */
export async function chargeOneOff(
  deps: CollectDeps,
  state: LinkRequest,
): Promise<StepResult<LinkRequest, BillingTables>> {
  const invoice = await findInvoice(deps.db, state.invoiceId);
  const isDue = invoice && isChargeable(invoice, state.made?.id);
  const charged = isDue ? await charge(deps, invoice, state) : null;
  return { next: 'record', state: { ...state, charged } };
}

function isChargeable(
  { status, payment, paymentState, collectionMethod }: Invoice,
  paymentId: Uuid | undefined,
): boolean {
  return (
    status === 'open' &&
    collectionMethod === 'charge_automatically' &&
    payment?.id === paymentId &&
    paymentState === 'open'
  );
}

async function charge(
  deps: CollectDeps,
  invoice: Invoice,
  { invoiceId, cause }: LinkRequest,
): Promise<Charged> {
  if (invoice.customerId === null) throw new Error('this invoice has no customer who pays');
  const { round } = await findPaymentRound(deps.db, invoiceId);
  const request = await requestForInvoice(deps, invoice, round);
  const wanted = {
    ...request,
    savesFor: toPublicId('customer', invoice.customerId),
    methodId: '',
    isOnlyAttempt: true,
  };
  const context = { requestId: cause.requestId ?? invoiceId, timeoutMs: CALL_TIMEOUT_MS };
  try {
    const byCard = await deps.ledger.chargeSavedCard(wanted, context).catch(undefinedIfNotFound);
    if (!byCard) return { reason: NO_METHOD, declineCode: null };
    const { transactionId, declineReason: reason, declineCode } = byCard;
    return transactionId === ''
      ? { reason, declineCode: declineCode || null }
      : { transactionId, amount: request.amount };
  } catch (error) {
    if (!(error instanceof AppError) || !FINAL_REFUSALS.includes(error.code)) throw error;
    return { reason: error.message, declineCode: null };
  }
}

/** Records the result. Idempotent. */
export async function recordCharged(
  tx: Tx,
  { invoiceId, cause, charged = null, sends }: LinkRequest,
): Promise<Reply> {
  const locked = await lockInvoice(tx, invoiceId);
  if (!locked) throw new Error(`there is no invoice ${invoiceId}`);
  const occasion = { ...locked.times, cause };
  if (charged && 'transactionId' in charged)
    await recordPaid(tx, locked.invoice, charged, occasion);
  else if (charged && locked.invoice.status === 'open')
    await saveChanges(
      tx,
      locked.invoice,
      [fail(locked.invoice, { attempt: 1, ...charged }, occasion.nowMs)],
      occasion,
    );
  return sends
    ? recordSent(tx, await getInvoice(tx, invoiceId), occasion)
    : { status: 200, body: toLinkedInvoice(await getInvoice(tx, invoiceId)) };
}

async function recordPaid(
  tx: Tx,
  invoice: Invoice,
  { transactionId, amount }: PaidByMethod,
  occasion: Occasion,
): Promise<void> {
  if (invoice.status !== 'paid')
    return markPaid(tx, invoice, { transactionId, amount: BigInt(amount) }, occasion);
  // The ledger's event marked it as paid before, without the transaction.
  if (invoice.transactionId !== null || invoice.outsideReference !== null) return;
  const after = { ...changed(invoice, occasion.nowMs), transactionId };
  await saveChanges(tx, invoice, [{ type: 'invoice.updated', invoice: after }], occasion);
}

/** Records that the seller has sent an invoice. */
export async function recordSent(tx: Tx, invoice: Invoice, occasion: Occasion): Promise<Reply> {
  const sent = await saveChanges(tx, invoice, [markSent(invoice, occasion.nowMs)], occasion);
  return { status: 200, body: toLinkedInvoice(sent) };
}
