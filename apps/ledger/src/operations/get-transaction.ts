import type { Caller, Uuid } from '@florin/contracts';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { canRead } from '../domain/access.ts';
import type { Transaction } from '../domain/transaction.ts';
import { findTransaction } from '../store/find-transactions.ts';
import type { LedgerTables } from '../store/schema.ts';

/**
 * A transaction that the caller may see.
 * @throws AppError not_found for all others.
 */
export function makeGetTransaction(db: Kysely<LedgerTables>) {
  return async (caller: Caller, id: Uuid): Promise<Transaction> => {
    const transaction = await findTransaction(db, id);
    if (!transaction || !canRead(caller, transaction.accountId)) throw notFound('transaction');
    return transaction;
  };
}
