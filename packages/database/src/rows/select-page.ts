import { type SelectQueryBuilder, sql } from 'kysely';
import { type Bounds, withinBounds } from './bounds.ts';

/** Where a page of a list begins, at most one of the two, and between which instants it is. */
export interface Cursor extends Bounds {
  /** Only what comes behind this one in the order of the list. */
  readonly after: string | undefined;
  /** Only what comes in front of this one; the nearest of them are read first. */
  readonly before: string | undefined;
  /** The newest first unless it says otherwise. */
  readonly order?: 'asc' | 'desc' | undefined;
}

/** Which way rows are read: against the order of the list before a cursor. */
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
 * The first rows of a list beyond its cursor, in the direction of travel. Ids are UUIDv7, so their
 * order is that of time.
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
