import { AppError, type Uuid } from '@florin/contracts';
import type { Cursor } from '@florin/database';
import { boundsOf, toPage } from '@florin/http-api';

export interface ListRequest extends Cursor {
  readonly limit: number;
}

export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

interface CursorQuery {
  readonly limit: number;
  readonly starting_after?: Uuid | undefined;
  readonly ending_before?: Uuid | undefined;
  readonly created_after?: number | undefined;
  readonly created_before?: number | undefined;
  readonly livemode?: boolean | undefined;
}

export function toListRequest(query: CursorQuery): ListRequest {
  const { limit, starting_after: after, ending_before: before } = query;
  return { limit, after, before, ...boundsOf(query) };
}

interface ListSource<Item> {
  /** Of an item in an error. */
  readonly name: string;
  /** Whether a cursor is the id of something in the list. */
  readonly has: (id: Uuid) => Promise<boolean>;
  /** Newest first, or from the cursor `before` on oldest first. */
  readonly read: (cursor: Cursor, rowsMax: number) => Promise<readonly Item[]>;
}

/**
 * One page of a list.
 * @throws AppError invalid_request for a cursor that is an id, but of nothing in the list.
 */
export async function readPage<Item extends { readonly id: Uuid }>(
  { limit, ...cursor }: ListRequest,
  { name, has, read }: ListSource<Item>,
): Promise<ListPage<Item>> {
  const id = cursor.after ?? cursor.before;
  if (id !== undefined && !(await has(id)))
    throw new AppError(
      'invalid_request',
      `the cursor names no ${name} of yours: use an id from this list`,
    );
  const rows = await read(cursor, limit + 1);
  return toPage(rows, limit, cursor.before === undefined ? 'after' : 'before');
}

export function toListBody<Item>(
  { items, hasMore }: ListPage<Item>,
  toResource: (item: Item) => object,
) {
  return { object: 'list', data: items.map(toResource), has_more: hasMore } as const;
}
