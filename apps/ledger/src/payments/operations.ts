import type { Caller, Uuid } from '@florin/contracts';
import { canRead, type ListPage, listOwned, notFound, type OwnedRequest } from '@florin/http-api';
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

/**
 * A page of the payment requests that the caller may read, newest first.
 * @throws AppError invalid_request for an unknown cursor.
 */
export function listPayments(
  books: Books,
  caller: Caller,
  request: OwnedRequest<PaymentFilter>,
): Promise<ListPage<PaymentRequest>> {
  return listOwned(caller, request, {
    name: 'payment request',
    find: (id) => getPayment(books, caller, id),
    select: (filter, rowsMax) =>
      selectAcross(books, filter, rowsMax, (db) => selectPayments(db, filter, rowsMax)),
  });
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
