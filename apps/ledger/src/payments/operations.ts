import type { Caller, Uuid } from '@florin/contracts';
import { canRead, checkCursor, notFound, scopeOf, toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import type { PaymentRequest } from '../domain/payment-request/model.ts';
import type { Due } from '../posting/end-due.ts';
import type { LedgerTables } from '../schema/tables.ts';
import { type Books, selectAcross } from '../shards/books.ts';
import { findDuePayments, findPayment, type PaymentFilter, selectPayments } from './queries.ts';

/**
 * A payment request that the caller may read.
 * @throws AppError not_found otherwise.
 */
export async function getPayment(books: Books, caller: Caller, id: Uuid): Promise<PaymentRequest> {
  const payment = await findPayment(books.of(id), id);
  if (!payment || !canRead(caller, payment.accountId)) throw notFound('payment request');
  return payment;
}

type ListPaymentsRequest = Omit<PaymentFilter, 'accountId'> & {
  /** Limits the list to one account; null matches none. */
  readonly accountId: Uuid | null | undefined;
  readonly limit: number;
};

interface PaymentPage {
  readonly items: readonly PaymentRequest[];
  readonly hasMore: boolean;
}

/**
 * A page of the payment requests that the caller may read, newest first.
 * @throws AppError invalid_request for an unknown cursor.
 */
export async function listPayments(
  books: Books,
  caller: Caller,
  request: ListPaymentsRequest,
): Promise<PaymentPage> {
  const isListed = async (id: Uuid) => {
    const payment = await findPayment(books.of(id), id);
    return payment !== undefined && canRead(caller, payment.accountId);
  };
  await checkCursor(request, isListed, 'payment request');
  const scope = scopeOf(caller, request.accountId);
  if (scope === undefined) return { items: [], hasMore: false };
  const filter = { ...request, accountId: scope === 'all' ? null : scope };
  const rowsMax = request.limit + 1;
  const rows = await selectAcross(books, filter, rowsMax, (db) =>
    selectPayments(db, filter, rowsMax),
  );
  return toPage(rows, request.limit, request.before ? 'before' : 'after');
}

/** Commands that cancel expired payment requests, without those of some accounts. */
export async function listExpiryCommands(
  db: Kysely<LedgerTables>,
  excludedAccountIds: readonly Uuid[],
  rowsMax: number,
): Promise<readonly Due[]> {
  const due = await findDuePayments(db, excludedAccountIds, rowsMax);
  return due.map(({ id, accountId }) => ({
    accountId,
    dueInMs: 0,
    command: { kind: 'expire_payment', paymentId: id },
  }));
}
