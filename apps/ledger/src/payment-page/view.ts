import type { Kysely } from 'kysely';
import {
  ABANDONED,
  type CardSummary,
  DECLINES_MAX,
  type PaymentAttempt,
  type PaymentRequest,
} from '../payment-requests/model.ts';
import { type AccountsClient, findPayee, type Payee } from '../payment-requests/payee.ts';
import { findLastAttempt, findPaymentByToken } from '../payment-requests/queries.ts';
import type { LedgerTables } from '../tables.ts';

export interface OpenedPayment {
  readonly payment: PaymentRequest;
  readonly view: PaymentView;
  /** Undefined while the accounts service does not answer: the page works without. */
  readonly payee: Payee | undefined;
}

export interface PageDeps {
  readonly db: Kysely<LedgerTables>;
  readonly accounts: AccountsClient | undefined;
}

/** The payment request of a link, as its customer sees it; undefined for a link to nothing. */
export async function openPayment(
  { db, accounts }: PageDeps,
  token: string,
  requestId: string,
): Promise<OpenedPayment | undefined> {
  const payment = await findPaymentByToken(db, token);
  if (!payment) return undefined;
  const [last, payee] = await Promise.all([
    findLastAttempt(db, payment.id),
    findPayee(accounts, payment.accountId, requestId).catch(() => undefined),
  ]);
  return { payment, view: viewOf(payment, last, Date.now()), payee };
}

/** What the customer finds at the page of a payment request. */
export type PaymentView =
  | {
      readonly state: 'open';
      /** Why the last attempt was declined; null before the first. */
      readonly declineCode: string | null;
      readonly triesLeft: number;
    }
  | { readonly state: 'being_paid' | 'expired' | 'canceled' | 'failed' }
  | { readonly state: 'paid'; readonly card: CardSummary | null; readonly paidAt: number };

/** `now` is milliseconds since 1970. */
export function viewOf(
  payment: PaymentRequest,
  last: PaymentAttempt | undefined,
  now: number,
): PaymentView {
  switch (payment.status) {
    case 'succeeded':
      return { state: 'paid', card: last?.card ?? null, paidAt: payment.updatedAt };
    case 'failed':
      return { state: 'failed' };
    case 'canceled':
      return { state: payment.expiresAt <= payment.updatedAt ? 'expired' : 'canceled' };
    case 'pending':
      // One that has succeeded was read after the request: it shows at the next look.
      if (last && last.status !== 'declined') return { state: 'being_paid' };
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
