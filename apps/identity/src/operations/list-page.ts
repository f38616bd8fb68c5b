import { AppError } from '@florin/contracts';
import type { Cursor } from '@florin/database';

export interface ListRequest extends Cursor {
  readonly limit: number;
}

export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

/** For a cursor that is an id, but of nothing in the list. */
export function unknownCursor(what: string): AppError {
  return new AppError(
    'invalid_request',
    `the cursor names no ${what} of yours: use an id from this list`,
  );
}
