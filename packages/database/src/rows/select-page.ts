import { type SelectQueryBuilder, sql } from 'kysely';
import { type Bounds, withinBounds } from './bounds.ts';

/** Cursor of a list page: at most one of `after` and `before`, and the time bounds. */
export interface Cursor extends Bounds {
  /** Only rows after this one in list order. */
  readonly after: string | undefined;
  /** Only rows before this one, nearest first. */
  readonly before: string | undefined;
  /** Newest first by default. */
  readonly order?: 'asc' | 'desc' | undefined;
}

/** A page of a list. */
export interface PageQuery extends Cursor {
  readonly limit: number;
}

/** Read direction: reversed for a `before` cursor. */
export function travelOf({
  before,
  order = 'desc',
}: {
  readonly before: unknown;
  readonly order?: 'asc' | 'desc' | undefined;
}): 'asc' | 'desc' {
  return (order === 'asc') === (before === undefined) ? 'asc' : 'desc';
}

/**
 * Selects the first rows beyond the cursor, in the direction of travel. Ids are UUIDv7, so they are
 * in time order.
 */
export function selectPage<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { after, before, order, ...bounds }: Cursor,
  rowsMax: number,
): SelectQueryBuilder<Tables, Table, Row> {
  let page = query.where(withinBounds(bounds));
  const travel = travelOf({ before, order });
  const from = after ?? before;
  if (from !== undefined)
    page = page.where(travel === 'asc' ? sql<boolean>`id > ${from}` : sql<boolean>`id < ${from}`);
  return page.orderBy(sql`id`, travel).limit(rowsMax);
}
