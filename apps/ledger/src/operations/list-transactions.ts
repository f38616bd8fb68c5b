import type { Caller, TransactionResource, Uuid } from '@florin/contracts';
import { toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead } from '../domain/access.ts';
import { toResource } from '../domain/transaction.ts';
import {
  findTransaction,
  listTransactions,
  type TransactionFilter,
} from '../store/find-transactions.ts';
import type { LedgerTables } from '../store/schema.ts';
import { checkCursor, spanOf } from './list-page.ts';

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
    const isListed = async (id: Uuid) => {
      const transaction = await findTransaction(db, id);
      return transaction !== undefined && canRead(caller, transaction.accountId);
    };
    await checkCursor(request, isListed, 'transaction');
    const span = spanOf(caller, request.accountId);
    if (span === undefined) return empty;
    const filter = { ...request, accountId: span === 'all' ? null : span };
    const rows = await listTransactions(db, filter, request.limit + 1);
    const { items, hasMore } = toPage(rows, request.limit, request.before ? 'before' : 'after');
    return { object: 'list', data: items.map(toResource), has_more: hasMore };
  };
}
