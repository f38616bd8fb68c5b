import { AppError, putOff, type Reply, refuse, toPublicId, type Uuid } from '@florin/contracts';
import { addToOutbox, type Saga } from '@florin/database';
import type { Kysely, Transaction } from 'kysely';
import type { Invoice } from '../domain/invoice.ts';
import { attachLink, refusalOfLink } from '../domain/payment-link.ts';
import { type Cause, invoiceEvent } from '../domain/public-events.ts';
import { readTimes, type SqlNow } from '../store/clock.ts';
import { findInvoice, getInvoice, updateInvoices } from '../store/invoices.ts';
import { endPaymentRound, findPaymentRound } from '../store/payment-rounds.ts';
import { markPaymentEnded } from '../store/payments.ts';
import type { BillingTables } from '../store/schema.ts';
import { lockSubscription } from '../store/subscriptions.ts';
import { busyReply, untilFree } from './busy.ts';
import { REFUSALS } from './collect.ts';
import { requestOf } from './collect-from-customer.ts';
import { CALL_TIMEOUT_MS, type LedgerClient } from './peers.ts';

/** All that a link needs to know, at any step and in any process. */
export interface LinkWish {
  readonly invoiceId: Uuid;
  readonly cause: Cause;
  /** How many payment requests were found to have ended. */
  readonly ended: number;
  /** What the ledger has made or found. */
  readonly made: { readonly id: Uuid; readonly url: string; readonly expiresAt: string } | null;
}

/** Each new one is open, so that more than one that has ended is found in races only. */
const ENDED_MAX = 3;

/**
 * Finds or makes the one payment request by which an invoice can be paid now. Another one is only
 * made once the ledger has said that the last one has ended, so that nobody can pay twice.
 */
export function paymentLinkSaga({
  db,
  sqlNow,
  ledger,
}: {
  readonly db: Kysely<BillingTables>;
  readonly sqlNow: SqlNow;
  readonly ledger: LedgerClient;
}): Saga<LinkWish, BillingTables> {
  return {
    kind: 'payment_link',
    first: 'ask',
    steps: {
      async ask(state) {
        const { invoiceId, cause } = state;
        const found = await untilFree(() => db.transaction().execute((tx) => look(tx, invoiceId)));
        if ('body' in found) return { done: async () => found };
        const asked = await ask(found, cause.requestId ?? invoiceId).catch(toRefusal);
        if (asked === 'ended' && state.ended < ENDED_MAX)
          return { next: 'ask', state: { ...state, ended: state.ended + 1 } };
        if (asked === 'ended') return { done: async () => busyReply() };
        if ('body' in asked) return { done: async () => asked };
        return { next: 'attach', state: { ...state, made: asked } };
      },
      async attach(state) {
        return { done: (tx) => attach(tx, state) };
      },
    },
  };

  /** The invoice, unless it has no page, or a charge of it has no outcome yet. */
  async function look(tx: Transaction<BillingTables>, id: Uuid): Promise<Reply | Found> {
    const seen = await getInvoice(tx, id);
    const stored = await lockSubscription(tx, seen.subscriptionId);
    const invoice = await getInvoice(tx, id);
    const refusal = refusalOfLink(invoice);
    if (refusal !== undefined) return refuse('conflict', refusal);
    if (stored?.subscription.charging?.charge.invoiceId === id) return busyReply();
    return { invoice, round: await findPaymentRound(tx, id) };
  }

  /** What the ledger has for this round; `ended` when that can no longer be paid. */
  async function ask(
    { invoice, round }: Found,
    requestId: string,
  ): Promise<Reply | 'ended' | NonNullable<LinkWish['made']>> {
    const { id: invoiceId, sellerId: accountId, payment, paymentState } = invoice;
    const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
    if (paymentState === 'to_cancel' && payment) {
      await ledger.cancelPaymentRequest({ accountId, paymentId: payment.id }, context);
      await markPaymentEnded(db, invoiceId);
    }
    const request = await requestOf(db, invoice, round);
    const {
      paymentId: id,
      paymentUrl: url,
      ...rest
    } = await ledger.requestPayment(request, context);
    const { status, expiresAt } = rest;
    // A ledger of before says nothing: then it is taken for open, as it always was.
    if (status === '' || status === 'pending') return { id, url, expiresAt };
    if (status === 'succeeded') return putOff('this invoice has just been paid: look at it again');
    await endPaymentRound(db, invoiceId, round);
    return 'ended';
  }

  async function attach(
    tx: Transaction<BillingTables>,
    { invoiceId, cause, made }: LinkWish,
  ): Promise<Reply> {
    if (!made) throw new Error('nothing was made to attach');
    const seen = await findInvoice(tx, invoiceId);
    const stored = seen && (await lockSubscription(tx, seen.subscriptionId));
    if (!stored) throw new Error(`there is no invoice ${invoiceId}`);
    const before = await getInvoice(tx, invoiceId);
    const times = await readTimes(tx, sqlNow, stored.subscription.testClockId);
    const change = attachLink(before, made, times.nowMs);
    if (change) {
      await updateInvoices(tx, [change.invoice]);
      await addToOutbox(tx, [invoiceEvent(before, change, { ...times, cause })]);
    }
    const refusal = refusalOfLink(before);
    if (refusal !== undefined) return refuse('conflict', refusal);
    return {
      status: 200,
      body: {
        object: 'payment_link',
        invoice_id: toPublicId('invoice', invoiceId),
        payment_id: toPublicId('paymentRequest', made.id),
        payment_url: made.url,
        expires_at: made.expiresAt || null,
      },
    };
  }
}

interface Found {
  readonly invoice: Invoice;
  readonly round: number;
}

/** The ledger stands by some refusals: repeating the request would not help. */
function toRefusal(error: unknown): Reply {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'conflict') return putOff(error.message);
  if (!REFUSALS.includes(error.code)) throw error;
  return refuse('conflict', `nobody can be asked to pay this invoice: ${error.message}`);
}
