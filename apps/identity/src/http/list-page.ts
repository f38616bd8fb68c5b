import type { Uuid } from '@florin/contracts';
import type { ListPage, ListRequest } from '../operations/list-page.ts';

interface CursorQuery {
  readonly limit: number;
  readonly starting_after?: Uuid | undefined;
  readonly ending_before?: Uuid | undefined;
}

export function toListRequest(query: CursorQuery): ListRequest {
  return { limit: query.limit, after: query.starting_after, before: query.ending_before };
}

export function toListBody<Item>(
  { items, hasMore }: ListPage<Item>,
  toResource: (item: Item) => object,
) {
  return { object: 'list', data: items.map(toResource), has_more: hasMore } as const;
}
