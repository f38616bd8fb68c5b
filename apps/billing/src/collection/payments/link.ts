import {
  AppError,
  isLive,
  type Reply,
  refuse,
  retryLater,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import type { Saga } from '@florin/database';
import type { Transaction } from 'kysely';
import { CALL_TIMEOUT_MS } from '../../clients.ts';
import { type Invoice, openOf } from '../../domain/invoice/model.ts';
import { attachLink, refusalOfLink } from '../../domain/payment.ts';
import type { LinkRequest } from '../../domain/payment-link.ts';
import { toLinkedInvoice } from '../../domain/resources/invoice.ts';
import { lockInvoice } from '../../invoicing/invoices/lock.ts';
import { getInvoice } from '../../invoicing/invoices/queries.ts';
import { saveChanges } from '../../invoicing/invoices/save-changes.ts';
import { openDraft } from '../../invoicing/one-off/operations.ts';
import { busyReply, retryWhileBusy } from '../../invoicing/subscriptions/busy.ts';
import { findCustomer } from '../../records/customers-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { withTaxesOrReply } from '../../tax/engine/ask.ts';
import { FINAL_REFUSALS } from '../charges/collect.ts';
import { type CollectDeps, requestForInvoice } from '../charges/collect-from-customer.ts';
import { endPaymentRound, findPaymentRound, markPaymentEnded } from '../payment-queries.ts';
import { chargeOneOff, recordCharged, recordSent } from './charge-one-off.ts';

/** A new payment request is open, so several ended ones occur only in races. */
const ENDED_MAX = 3;

/**
 * Finds or creates the only payable request of an invoice. A new one is created after the ledger
 * confirmed that the last one has ended, so that no customer pays twice.
 */
export function paymentLinkSaga(deps: CollectDeps): Saga<LinkRequest, BillingTables> {
  return {
    kind: 'payment_link',
    first: 'ask',
    steps: {
      async ask(state) {
        const { invoiceId, cause } = state;
        if (state.sends || state.charges) {
          const begun = await withTaxesOrReply(deps, () =>
            deps.db.transaction().execute((tx) => openForPayment(tx, state)),
          );
          if (begun) return { done: async () => begun };
        }
        const payable = await retryWhileBusy(() =>
          deps.db.transaction().execute((tx) => findPayable(tx, invoiceId)),
        );
        if ('body' in payable) return { done: async () => payable };
        const requestId = cause.requestId ?? invoiceId;
        const found = await findOrMakeRequest(deps, payable, requestId).catch(toRefusal);
        if (found === 'ended' && state.ended < ENDED_MAX)
          return { next: 'ask', state: { ...state, ended: state.ended + 1 } };
        if (found === 'ended') return { done: async () => busyReply() };
        if ('body' in found) return { done: async () => found };
        return { next: 'attach', state: { ...state, made: found } };
      },
      async attach(state) {
        if (!state.charges) return { done: (tx) => attach(tx, state) };
        const attached = await deps.db.transaction().execute((tx) => attach(tx, state));
        if (attached.status !== 200) return { done: async () => attached };
        return { next: 'charge', state };
      },
      charge: (state) => chargeOneOff(deps, state),
      async record(state) {
        return { done: (tx) => recordCharged(tx, state) };
      },
    },
  };
}

/**
 * Finalizes a draft. Returns the final reply if it cannot be finalized, or nothing is left to pay.
 */
async function openForPayment(
  tx: Transaction<BillingTables>,
  { invoiceId, cause, sends }: LinkRequest,
): Promise<Reply | undefined> {
  const locked = await lockInvoice(tx, invoiceId);
  if (!locked) throw new Error(`there is no invoice ${invoiceId}`);
  const { invoice, times } = locked;
  if (sends && (await isUnreachable(tx, invoice))) return refuse('conflict', NO_EMAIL);
  const opened =
    invoice.subscriptionId === null && invoice.status === 'draft'
      ? await openDraft(tx, invoice, cause)
      : undefined;
  if (opened && opened.status !== 200) return opened;
  const now = await getInvoice(tx, invoiceId);
  if (now.status !== 'paid') return undefined;
  return sends
    ? recordSent(tx, now, { ...times, cause })
    : { status: 200, body: toLinkedInvoice(now) };
}

const NO_EMAIL =
  'the customer has no email address; add one with PATCH /v1/customers/{customer_id}, or finalize the invoice and share its payment link';

/** Whether the invoice cannot be mailed. Accounts that pay receive events instead. */
async function isUnreachable(
  tx: Transaction<BillingTables>,
  { customerId }: Invoice,
): Promise<boolean> {
  return customerId !== null && (await findCustomer(tx, customerId))?.email == null;
}

interface Payable {
  readonly invoice: Invoice;
  readonly round: number;
}

/** The invoice, or the reason why it has no payment page now: its status, or a pending charge. */
async function findPayable(tx: Transaction<BillingTables>, id: Uuid): Promise<Reply | Payable> {
  const locked = await lockInvoice(tx, id);
  if (!locked) throw new Error(`there is no invoice ${id}`);
  const { invoice, stored } = locked;
  const refusal = refusalOfLink(invoice);
  if (refusal !== undefined) return refuse('conflict', refusal);
  if (stored?.subscription.charging?.charge.invoiceId === id) return busyReply();
  const { round } = await findPaymentRound(tx, id);
  return { invoice, round };
}

/** The ledger's payment request of this round; `ended` if it can no longer be paid. */
async function findOrMakeRequest(
  deps: CollectDeps,
  { invoice, round }: Payable,
  requestId: string,
): Promise<Reply | 'ended' | NonNullable<LinkRequest['made']>> {
  const { db, ledger } = deps;
  const { id: invoiceId, sellerId: accountId, payment, paymentState } = invoice;
  const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
  if (paymentState === 'to_cancel' && payment) {
    await ledger.cancelPaymentRequest({ accountId, paymentId: payment.id }, context);
    await markPaymentEnded(db, invoiceId);
  }
  const request = await requestForInvoice(deps, invoice, round);
  const answer = await ledger.requestPayment(request, context);
  const { paymentId: id, paymentUrl: url, status, expiresAt } = answer;
  // Ledgers of an earlier version send no status; the request then counts as open.
  const { amount } = request;
  if (status === '' || status === 'pending') return { id, url, expiresAt, amount };
  if (status === 'succeeded') return retryLater('this invoice was just paid; retrieve it again');
  await endPaymentRound(db, invoiceId, round);
  return 'ended';
}

async function attach(
  tx: Transaction<BillingTables>,
  { invoiceId, cause, made, sends, charges }: LinkRequest,
): Promise<Reply> {
  if (!made) throw new Error('there is no payment request to attach');
  const locked = await lockInvoice(tx, invoiceId);
  if (!locked) throw new Error(`there is no invoice ${invoiceId}`);
  const { invoice: before, times } = locked;
  const occasion = { ...times, cause };
  const refusal = refusalOfLink(before);
  const open = openOf(before).toString();
  // A payment or a credit note changed the amount. The address of this request is not known to
  // anyone, so it cannot be paid.
  if (refusal === undefined && (made.amount ?? open) !== open) return busyReply();
  const change = attachLink(before, made, times.nowMs);
  const attached = await saveChanges(tx, before, change ? [change] : [], occasion);
  if (refusal !== undefined) return refuse('conflict', refusal);
  if (sends && !charges) return recordSent(tx, attached, occasion);
  return {
    status: 200,
    body: {
      object: 'payment_link',
      livemode: isLive(before.sellerId),
      invoice_id: toPublicId('invoice', invoiceId),
      payment_id: toPublicId('paymentRequest', made.id),
      payment_url: made.url,
      expires_at: made.expiresAt || null,
    },
  };
}

/** Final refusals of the ledger: a retry would not help. */
function toRefusal(error: unknown): Reply {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'conflict') return retryLater(error.message);
  if (!FINAL_REFUSALS.includes(error.code)) throw error;
  return refuse('conflict', `no payment link can be created for this invoice: ${error.message}`);
}
