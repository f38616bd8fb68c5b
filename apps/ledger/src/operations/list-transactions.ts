import { AppError, type Caller, type TransactionResource, type Uuid } from '@florin/contracts';
import { toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead, seesAllAccounts } from '../domain/access.ts';
import { toResource } from '../domain/transaction.ts';
import {
  findTransaction,
  listTransactions,
  type TransactionFilter,
} from '../store/find-transactions.ts';
import type { LedgerTables } from '../store/schema.ts';

export type ListRequest = Omit<TransactionFilter, 'accountId'> & {
  /** Narrows the list to one account; null asks for one that cannot exist. */
  readonly accountId: Uuid | null | undefined;
  readonly limit: number;
};

export interface TransactionPage {
  readonly object: 'list';
  readonly data: readonly TransactionResource[];
  readonly has_more: boolean;
}

const empty: TransactionPage = { object: 'list', data: [], has_more: false };

/**
 * A page of the transactions that the caller may see, newest first.
 * @throws AppError invalid_request for a cursor that names none of them.
 */
export function makeListTransactions(db: Kysely<LedgerTables>) {
  return async (caller: Caller, request: ListRequest): Promise<TransactionPage> => {
    await checkCursor(db, caller, request.after ?? request.before);
    const accountId = request.accountId === undefined ? ownOrAll(caller) : request.accountId;
    const isVisible = accountId === 'all' || (accountId !== null && canRead(caller, accountId));
    if (!isVisible) return empty;
    const filter = { ...request, accountId: accountId === 'all' ? null : accountId };
    const rows = await listTransactions(db, filter, request.limit + 1);
    const { items, hasMore } = toPage(rows, request.limit, request.before ? 'before' : 'after');
    return { object: 'list', data: items.map(toResource), has_more: hasMore };
  };
}

function ownOrAll(caller: Caller): Uuid | 'all' | null {
  return seesAllAccounts(caller) ? 'all' : caller.accountId;
}

async function checkCursor(
  db: Kysely<LedgerTables>,
  caller: Caller,
  cursor: Uuid | undefined,
): Promise<void> {
  if (cursor === undefined) return;
  const transaction = await findTransaction(db, cursor);
  if (!transaction || !canRead(caller, transaction.accountId))
    throw new AppError(
      'invalid_request',
      'the cursor names no transaction: use an id from this list',
    );
}
