import { AppError, type Caller, type Uuid } from '@florin/contracts';
import { toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import type { Entry } from '../domain/submission.ts';
import { isEntryOf, listEntries } from '../store/list-entries.ts';
import type { LedgerTables } from '../store/schema.ts';
import type { makeGetTransaction } from './get-transaction.ts';

export interface EntriesRequest {
  readonly limit: number;
  readonly after: Uuid | undefined;
  readonly before: Uuid | undefined;
}

export interface EntriesPage {
  readonly items: readonly Entry[];
  readonly hasMore: boolean;
}

/**
 * A page of the journal entries of a transaction that the caller may see, newest first.
 * @throws AppError not_found for other transactions; invalid_request for a cursor that names none
 *   of its entries.
 */
export function makeListEntries(
  db: Kysely<LedgerTables>,
  getTransaction: ReturnType<typeof makeGetTransaction>,
) {
  return async (
    caller: Caller,
    transactionId: Uuid,
    { limit, after, before }: EntriesRequest,
  ): Promise<EntriesPage> => {
    const { id } = await getTransaction(caller, transactionId);
    const cursor = after ?? before;
    if (cursor !== undefined && !(await isEntryOf(db, id, cursor)))
      throw new AppError(
        'invalid_request',
        'the cursor names no entry of this transaction: use an id from this list',
      );
    const rows = await listEntries(db, id, { after, before, rowsMax: limit + 1 });
    return toPage(rows, limit, before === undefined ? 'after' : 'before');
  };
}
