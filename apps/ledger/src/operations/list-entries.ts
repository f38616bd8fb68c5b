import type { Caller, Uuid } from '@florin/contracts';
import type { Cursor } from '@florin/database';
import { toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import type { Entry } from '../domain/submission.ts';
import { isEntryOf, listEntries } from '../store/list-entries.ts';
import type { LedgerTables } from '../store/schema.ts';
import type { makeGetTransaction } from './get-transaction.ts';
import { checkCursor } from './list-page.ts';

export interface EntriesRequest extends Cursor {
  readonly limit: number;
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
    { limit, ...cursor }: EntriesRequest,
  ): Promise<EntriesPage> => {
    const { id } = await getTransaction(caller, transactionId);
    await checkCursor(cursor, (entryId) => isEntryOf(db, id, entryId), 'entry of this transaction');
    const rows = await listEntries(db, id, cursor, limit + 1);
    return toPage(rows, limit, cursor.before === undefined ? 'after' : 'before');
  };
}
