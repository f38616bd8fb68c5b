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

/**
 * What has to hold of a row.
 * @param operation where the row has method and path.
 */
export function conditionsOf(
  { method, path = '', requestId, apiKeyId, isByKey }: RequestFilter,
  operation: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  const isAsked = method !== undefined || path !== '';
  const asked = isAsked ? (method === undefined ? methods : [method]) : [];
  // As ranges in the order of bytes, which indexes are in; a pattern would have to be escaped.
  const ranges = asked.map((each) => {
    const from = `${each} ${path}`;
    return sql`(${operation} ~>=~ ${from} and ${operation} ~<~ ${from + LAST})`;
  });
  return [
    ...(ranges.length > 0 ? [sql`(${sql.join(ranges, sql` or `)})`] : []),
    ...(requestId === undefined ? [] : [sql`request->>'id' = ${requestId}`]),
    ...(isByKey ? [sql`request->'actor'->>'api_key_id' is not null`] : []),
    ...(apiKeyId === undefined ? [] : [sql`request->'actor'->>'api_key_id' = ${apiKeyId}`]),
  ];
}
