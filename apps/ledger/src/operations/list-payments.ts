import type { Caller, Uuid } from '@florin/contracts';
import { toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead } from '../domain/access.ts';
import type { PaymentRequest } from '../domain/payment-request.ts';
import { findPayment, listPayments, type PaymentFilter } from '../store/find-payments.ts';
import type { LedgerTables } from '../store/schema.ts';
import { checkCursor, spanOf } from './list-page.ts';

export type ListPaymentsRequest = Omit<PaymentFilter, 'accountId'> & {
  /** Narrows the list to one account; null asks for one that cannot exist. */
  readonly accountId: Uuid | null | undefined;
  readonly limit: number;
};

export interface PaymentPage {
  readonly items: readonly PaymentRequest[];
  readonly hasMore: boolean;
}

/**
 * A page of the payment requests that the caller may see, newest first.
 * @throws AppError invalid_request for a cursor that names none of them.
 */
export function makeListPayments(db: Kysely<LedgerTables>) {
  return async (caller: Caller, request: ListPaymentsRequest): Promise<PaymentPage> => {
    const isListed = async (id: Uuid) => {
      const payment = await findPayment(db, id);
      return payment !== undefined && canRead(caller, payment.accountId);
    };
    await checkCursor(request, isListed, 'payment request');
    const span = spanOf(caller, request.accountId);
    if (span === undefined) return { items: [], hasMore: false };
    const filter = { ...request, accountId: span === 'all' ? null : span };
    const rows = await listPayments(db, filter, request.limit + 1);
    return toPage(rows, request.limit, request.before ? 'before' : 'after');
  };
}
