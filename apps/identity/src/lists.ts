import { AppError, type Uuid } from '@florin/contracts';
import type { Cursor } from '@florin/database';
import { toPage } from '@florin/http-api';

export interface ListRequest extends Cursor {
  readonly limit: number;
}

export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

interface ListSource<Item> {
  /** Name of an item in error messages. */
  readonly name: string;
  /** Whether a cursor is the id of an item in the list. */
  readonly has: (id: Uuid) => Promise<boolean>;
  /** Newest first; oldest first from a `before` cursor. */
  readonly read: (cursor: Cursor, rowsMax: number) => Promise<readonly Item[]>;
}

/**
 * Reads one page of a list.
 * @throws AppError invalid_request for a cursor whose id is not in the list.
 */
export async function readPage<Item extends { readonly id: Uuid }>(
  { limit, ...cursor }: ListRequest,
  { name, has, read }: ListSource<Item>,
): Promise<ListPage<Item>> {
  const id = cursor.after ?? cursor.before;
  if (id !== undefined && !(await has(id)))
    throw new AppError(
      'invalid_request',
      `the cursor names no ${name} of yours; use an id from this list`,
    );
  const rows = await read(cursor, limit + 1);
  return toPage(rows, limit, cursor.before === undefined ? 'after' : 'before');
}
