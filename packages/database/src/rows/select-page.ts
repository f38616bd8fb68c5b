import { type SelectQueryBuilder, sql } from 'kysely';
import { type Bounds, withinBounds } from './bounds.ts';

/** Where a page of a list begins, at most one of the two, and between which instants it is. */
export interface Cursor extends Bounds {
  /** Only what is older than this one. */
  readonly after: string | undefined;
  /** Only what is newer than this one; the oldest of them come first. */
  readonly before: string | undefined;
}

/**
 * The first rows of a list beyond its cursor, in the direction of travel: newest first, or from
 * `before` on oldest first. Ids are UUIDv7, so their order is that of time.
 */
export function selectPage<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  { after, before, ...bounds }: Cursor,
  rowsMax: number,
): SelectQueryBuilder<Tables, Table, Row> {
  let page = query.where(withinBounds(bounds));
  if (after !== undefined) page = page.where(sql<boolean>`id < ${after}`);
  if (before !== undefined) page = page.where(sql<boolean>`id > ${before}`);
  return page.orderBy(sql`id`, before === undefined ? 'desc' : 'asc').limit(rowsMax);
}
