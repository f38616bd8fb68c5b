import type { Caller, Uuid } from '@florin/contracts';
import { notFound, toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead } from '../access.ts';
import { checkCursor, scopeOf } from '../listing.ts';
import { makeDueRunner } from '../posting/end-due.ts';
import type { Writer } from '../posting/writer.ts';
import type { LedgerTables } from '../tables.ts';
import type { PaymentRequest } from './model.ts';
import { findPayment, listDuePayments, listPayments, type PaymentFilter } from './queries.ts';

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

type ListPaymentsRequest = Omit<PaymentFilter, 'accountId'> & {
  /** Narrows the list to one account; null asks for one that cannot exist. */
  readonly accountId: Uuid | null | undefined;
  readonly limit: number;
};

interface PaymentPage {
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
    const span = scopeOf(caller, request.accountId);
    if (span === undefined) return { items: [], hasMore: false };
    const filter = { ...request, accountId: span === 'all' ? null : span };
    const rows = await listPayments(db, filter, request.limit + 1);
    return toPage(rows, request.limit, request.before ? 'before' : 'after');
  };
}

/**
 * Cancels payment requests whose time is up. Any number of processes may do it at once. Returns
 * whether there may be more.
 */
export function makeExpirePayments(db: Kysely<LedgerTables>, writer: Writer) {
  return makeDueRunner(writer, async (passedOver, rowsMax) =>
    (await listDuePayments(db, passedOver, rowsMax)).map(({ id, accountId }) => ({
      accountId,
      command: { kind: 'expire_payment', paymentId: id },
    })),
  );
}
