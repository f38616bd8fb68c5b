import type { Uuid } from '@florin/contracts';
import { type RawBuilder, sql } from 'kysely';

/** Which requests somebody looks for. */
export interface RequestFilter {
  readonly method?: string | undefined;
  /** The beginning of the path, as the reference writes it. */
  readonly path?: string | undefined;
  readonly requestId?: string | undefined;
  readonly apiKeyId?: Uuid | undefined;
  /** Whether only those by a key, of whichever. */
  readonly isByKey?: boolean | undefined;
}

/** Of requests that leave an entry: those that change something. */
export const methods = ['POST', 'PATCH', 'PUT', 'DELETE'] as const;

/** Behind every path that begins with another one: the last character that there is. */
const LAST = '\u{10ffff}';

/** Where a row says what the request was. */
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

/** Of what no event tells there is less, which is indexed where it stands. */
export const ofOperation: Places = {
  operation: sql`operation`,
  requestId: sql`request->>'id'`,
  apiKeyId: sql`request->'actor'->>'api_key_id'`,
};

/** What has to hold of a row. */
export function conditionsOf(
  { method, path = '', requestId, apiKeyId, isByKey }: RequestFilter,
  places: Places,
): RawBuilder<unknown>[] {
  const isAsked = method !== undefined || path !== '';
  const asked = isAsked ? (method === undefined ? methods : [method]) : [];
  // As ranges in the order of bytes, which indexes are in; a pattern would have to be escaped.
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
