import type { Kysely } from 'kysely';
import type { PaymentRequest } from '../domain/payment-request.ts';
import { type PaymentView, viewOf } from '../domain/payment-view.ts';
import { findLastAttempt, findPaymentByToken } from '../store/find-payments.ts';
import type { LedgerTables } from '../store/schema.ts';
import type { FindPayee, Payee } from './find-payee.ts';

export interface OpenedPayment {
  readonly payment: PaymentRequest;
  readonly view: PaymentView;
  /** Undefined while nobody can tell: whoever has the link can pay all the same. */
  readonly payee: Payee | undefined;
}

/** The payment request of a link, as its customer sees it; undefined for a link to nothing. */
export function makeGetPaymentPage(
  db: Kysely<LedgerTables>,
  findPayee: FindPayee,
  now: () => number,
) {
  return async (token: string, requestId: string): Promise<OpenedPayment | undefined> => {
    const payment = await findPaymentByToken(db, token);
    if (!payment) return undefined;
    const [last, payee] = await Promise.all([
      findLastAttempt(db, payment.id),
      findPayee(payment.accountId, requestId).catch(() => undefined),
    ]);
    return { payment, view: viewOf(payment, last, now()), payee };
  };
}
