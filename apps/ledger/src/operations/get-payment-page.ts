import type { Kysely } from 'kysely';
import type { PaymentRequest } from '../domain/payment-request.ts';
import { type PaymentView, viewOf } from '../domain/payment-view.ts';
import { findLastAttempt, findPaymentByToken } from '../store/find-payments.ts';
import type { LedgerTables } from '../store/schema.ts';

export interface OpenedPayment {
  readonly payment: PaymentRequest;
  readonly view: PaymentView;
}

/** The payment request of a link, as its customer sees it; undefined for a link to nothing. */
export function makeGetPaymentPage(db: Kysely<LedgerTables>, now: () => number) {
  return async (token: string): Promise<OpenedPayment | undefined> => {
    const payment = await findPaymentByToken(db, token);
    if (!payment) return undefined;
    const last = await findLastAttempt(db, payment.id);
    return { payment, view: viewOf(payment, last, now()) };
  };
}
