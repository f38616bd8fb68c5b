import { AppError, type Caller, type Uuid } from '@florin/contracts';
import { toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead, seesAllAccounts } from '../domain/access.ts';
import type { PaymentRequest } from '../domain/payment-request.ts';
import { findPayment, listPayments, type PaymentFilter } from '../store/find-payments.ts';
import type { LedgerTables } from '../store/schema.ts';

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
    await checkCursor(db, caller, request.after ?? request.before);
    const { accountId = seesAllAccounts(caller) ? 'all' : caller.accountId } = request;
    const isVisible = accountId === 'all' || (accountId !== null && canRead(caller, accountId));
    if (!isVisible) return { items: [], hasMore: false };
    const filter = { ...request, accountId: accountId === 'all' ? null : accountId };
    const rows = await listPayments(db, filter, request.limit + 1);
    return toPage(rows, request.limit, request.before ? 'before' : 'after');
  };
}

async function checkCursor(
  db: Kysely<LedgerTables>,
  caller: Caller,
  cursor: Uuid | undefined,
): Promise<void> {
  if (cursor === undefined) return;
  const payment = await findPayment(db, cursor);
  if (!payment || !canRead(caller, payment.accountId))
    throw new AppError(
      'invalid_request',
      'the cursor names no payment request: use an id from this list',
    );
}
