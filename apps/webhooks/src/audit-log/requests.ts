import type { Uuid } from '@florin/contracts';
import { type RawBuilder, sql } from 'kysely';

/** Filter for requests. */
export interface RequestFilter {
  readonly method?: string | undefined;
  /** Prefix of the path, as in the API reference. */
  readonly path?: string | undefined;
  readonly requestId?: string | undefined;
  readonly apiKeyId?: Uuid | undefined;
  /** Whether to list only requests by any API key. */
  readonly isByKey?: boolean | undefined;
}

/** Methods of requests in the audit log: those that change something. */
export const methods = ['POST', 'PATCH', 'PUT', 'DELETE'] as const;

/** The last Unicode character, which sorts after every path with a given prefix. */
const LAST = '\u{10ffff}';

/** Columns that describe the request of a row. */
interface Places {
  /** Method and path. */
  readonly operation: RawBuilder<unknown>;
  readonly requestId: RawBuilder<unknown>;
  readonly apiKeyId: RawBuilder<unknown>;
}

export const ofEvent: Places = {
  operation: sql`operation`,
  requestId: sql`request_id`,
  apiKeyId: sql`api_key_id`,
};

/** Operations without events are few, so their JSON is indexed directly. */
export const ofOperation: Places = {
  operation: sql`operation`,
  requestId: sql`request->>'id'`,
  apiKeyId: sql`request->'actor'->>'api_key_id'`,
};

/** SQL conditions of a filter. */
export function conditionsOf(
  { method, path = '', requestId, apiKeyId, isByKey }: RequestFilter,
  places: Places,
): RawBuilder<unknown>[] {
  const isAsked = method !== undefined || path !== '';
  const asked = isAsked ? (method === undefined ? methods : [method]) : [];
  // Byte-order ranges, which the indexes support; a pattern would need escaping.
  const ranges = asked.map((each) => {
    const from = `${each} ${path}`;
    return sql`(${places.operation} ~>=~ ${from} and ${places.operation} ~<~ ${from + LAST})`;
  });
  return [
    ...(ranges.length > 0 ? [sql`(${sql.join(ranges, sql` or `)})`] : []),
    ...(requestId === undefined ? [] : [sql`${places.requestId} = ${requestId}`]),
    ...(isByKey ? [sql`${places.apiKeyId} is not null`] : []),
    ...(apiKeyId === undefined ? [] : [sql`${places.apiKeyId} = ${apiKeyId}`]),
  ];
}
