import type { Uuid } from '@florin/contracts';
import { travelOf, withinBounds } from '@florin/database';
import { type RawBuilder, sql } from 'kysely';
import { inScope, type PageRequest } from '../lists.ts';

type Table = 'products' | 'prices';

/** The condition of a page in the order of creation, which ids do not follow. */
export function onCataloguePage(table: Table, page: PageRequest): RawBuilder<boolean> {
  const { after, before, order, scope: _, ...bounds } = page;
  const within = sql<boolean>`${inScope(page)} and ${withinBounds(bounds)}`;
  const from = after ?? before;
  if (from === undefined) return within;
  const place = positionOf(table, from);
  return travelOf({ before, order }) === 'asc'
    ? sql`position > ${place} and ${within}`
    : sql`position < ${place} and ${within}`;
}

export function catalogueOrder(page: PageRequest): RawBuilder<unknown> {
  return travelOf(page) === 'asc' ? sql`position asc` : sql`position desc`;
}

function positionOf(table: Table, id: Uuid): RawBuilder<bigint> {
  return sql`(select position from ${sql.table(table)} where id = ${id})`;
}
