import { AppError, type Uuid } from '@florin/contracts';
import type { Cursor } from '@florin/database';
import { listBody, toPage } from '@florin/http-api';

export interface PageQuery extends Cursor {
  readonly limit: number;
}

/** @throws AppError invalid_request for a cursor whose id is not in the list. */
export async function checkCursor(
  { after, before }: Cursor,
  isListed: (id: Uuid) => Promise<boolean>,
): Promise<void> {
  const cursor = after ?? before;
  if (cursor === undefined || (await isListed(cursor))) return;
  throw new AppError('invalid_request', 'the cursor does not exist; use an id from this list');
}

/** The reply of a list, from rows read one beyond the limit. */
export function toListBody<Row>(
  rows: readonly Row[],
  { limit, before }: PageQuery,
  toResource: (row: Row) => object,
) {
  return listBody(toPage(rows, limit, before === undefined ? 'after' : 'before'), toResource);
}
