import type { Caller, Uuid } from '@florin/contracts';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead } from '../domain/access.ts';
import type { PaymentRequest } from '../domain/payment-request.ts';
import { findPayment } from '../store/find-payments.ts';
import type { LedgerTables } from '../store/schema.ts';

/**
 * A payment request that the caller may see.
 * @throws AppError not_found for all others.
 */
export function makeGetPayment(db: Kysely<LedgerTables>) {
  return async (caller: Caller, id: Uuid): Promise<PaymentRequest> => {
    const payment = await findPayment(db, id);
    if (!payment || !canRead(caller, payment.accountId)) throw notFound('payment request');
    return payment;
  };
}
