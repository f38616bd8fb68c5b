import type { Uuid } from '@florin/contracts';
import { createdOf } from '@florin/http-api';
import type { ListPage, ListRequest } from '../operations/list-page.ts';

interface CursorQuery {
  readonly limit: number;
  readonly starting_after?: Uuid | undefined;
  readonly ending_before?: Uuid | undefined;
  readonly created_after?: number | undefined;
  readonly created_before?: number | undefined;
}

export function toListRequest(query: CursorQuery): ListRequest {
  const { limit, starting_after: after, ending_before: before } = query;
  return { limit, after, before, ...createdOf(query) };
}

export function toListBody<Item>(
  { items, hasMore }: ListPage<Item>,
  toResource: (item: Item) => object,
) {
  return { object: 'list', data: items.map(toResource), has_more: hasMore } as const;
}
