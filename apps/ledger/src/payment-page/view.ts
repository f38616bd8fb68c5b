import type { AccountsClient, BillingClient } from '../clients.ts';
import {
  ABANDONED,
  type CardSummary,
  DECLINES_MAX,
  type PaymentAttempt,
  type PaymentRequest,
} from '../domain/payment-request/model.ts';
import { type AttemptDeps, finishAttempt } from '../payments/attempts.ts';
import { findPayee, type Payee } from '../payments/payee.ts';
import { isOutcome, type TransferInstructions } from '../payments/processor.ts';
import { findLastAttempt, findPaymentByToken } from '../payments/queries.ts';
import type { Books } from '../shards/books.ts';
import { findPaidInvoice, type PaidInvoice } from './invoice.ts';

export interface OpenedPayment {
  readonly payment: PaymentRequest;
  readonly view: PaymentView;
  /** Undefined if the accounts service does not answer; the page works without it. */
  readonly payee: Payee | undefined;
  /** Undefined if it pays no invoice, or billing does not answer. */
  readonly invoice: PaidInvoice | undefined;
}

export interface PageDeps extends Pick<AttemptDeps, 'writer' | 'processors'> {
  readonly books: Books;
  readonly accounts: AccountsClient | undefined;
  readonly billing: BillingClient | undefined;
}

/** A slow processor must not delay the page. */
const LOOKUP_MS = 700;

/** The payment request of a link as its customer sees it; undefined for an invalid link. */
export async function openPayment(
  deps: PageDeps,
  token: string,
  requestId: string,
): Promise<OpenedPayment | undefined> {
  const { accounts, billing } = deps;
  const db = deps.books.ofToken(token);
  const payment = await findPaymentByToken(db, token);
  if (!payment) return undefined;
  const [last, payee, invoice] = await Promise.all([
    findLastAttempt(db, payment.id),
    findPayee(accounts, payment.accountId, requestId).catch(() => undefined),
    findPaidInvoice(billing, payment, requestId),
  ]);
  const view = viewOf(payment, last, Date.now());
  if (view.state !== 'being_paid' || !last) return { payment, view, payee, invoice };
  return { payee, invoice, ...(await lookAgain(deps, payment, last, requestId)) };
}

/** Queries the processor, so that a customer returning from its page sees the result at once. */
async function lookAgain(
  { books, writer, processors }: PageDeps,
  payment: PaymentRequest,
  last: PaymentAttempt,
  requestId: string,
): Promise<Pick<OpenedPayment, 'payment' | 'view'>> {
  const waiting = { payment, view: BEING_PAID } as const;
  const state = await processors.lookup(last, requestId, LOOKUP_MS).catch(() => undefined);
  if (!state || state.status === 'unknown') return waiting;
  if (state.status === 'redirect') return { payment, view: { ...BEING_PAID, resumeAt: state.url } };
  if (state.status === 'transfer')
    return { payment, view: { ...BEING_PAID, transfer: state.instructions } };
  if (!isOutcome(state)) return waiting;
  const cause = { requestId, idempotencyKey: null };
  await finishAttempt({ writer }, last, state, cause);
  const db = books.of(payment.id);
  const after = await findPaymentByToken(db, payment.token);
  const ended = await findLastAttempt(db, payment.id);
  return after ? { payment: after, view: viewOf(after, ended, Date.now()) } : waiting;
}

const BEING_PAID = { state: 'being_paid', resumeAt: null, transfer: null } as const;

/** State of a payment request's page. */
export type PaymentView =
  | {
      readonly state: 'open';
      /** Why the last attempt was declined; null before the first. */
      readonly declineCode: string | null;
      readonly triesLeft: number;
    }
  | {
      readonly state: 'being_paid';
      /** The processor's page where the customer continues; null if there is none. */
      readonly resumeAt: string | null;
      /** Transfer instructions; null if the customer paid in another way. */
      readonly transfer: TransferInstructions | null;
    }
  | { readonly state: 'expired' | 'canceled' | 'failed' }
  | {
      readonly state: 'paid';
      readonly card: CardSummary | null;
      /** The terms accepted, word for word. */
      readonly consentText: string | null;
      readonly paidAt: number;
    };

/** `now` is milliseconds since 1970. */
export function viewOf(
  payment: PaymentRequest,
  last: PaymentAttempt | undefined,
  now: number,
): PaymentView {
  switch (payment.status) {
    case 'succeeded':
      return {
        state: 'paid',
        card: last?.card ?? null,
        consentText: last?.consentText ?? null,
        paidAt: payment.updatedAt,
      };
    case 'failed':
      return { state: 'failed' };
    case 'canceled':
      return { state: payment.expiresAt <= payment.updatedAt ? 'expired' : 'canceled' };
    case 'pending':
      // A successful attempt was read after the request, so the next poll shows it.
      if (last && last.status !== 'declined') return BEING_PAID;
      if (payment.expiresAt <= now) return { state: 'expired' };
      return {
        state: 'open',
        declineCode: last && last.declineCode !== ABANDONED ? last.declineCode : null,
        triesLeft: DECLINES_MAX - payment.failedAttempts,
      };
    default:
      return payment.status satisfies never;
  }
}
