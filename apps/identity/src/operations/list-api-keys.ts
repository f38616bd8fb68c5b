import type { Caller, Uuid } from '@florin/contracts';
import { toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import type { ApiKey } from '../domain/api-key.ts';
import { findApiKey, listApiKeys } from '../store/api-keys.ts';
import type { IdentityTables } from '../store/schema.ts';
import { readAccountOf } from './key-account.ts';
import { type ListPage, type ListRequest, unknownCursor } from './list-page.ts';

export interface ListKeysRequest extends ListRequest {
  /** Narrows the list to one account; null asks for one that cannot exist. */
  readonly accountId: Uuid | null | undefined;
}

const nothing: ListPage<ApiKey> = { items: [], hasMore: false };

/** A page of the keys that the caller may see, newest first. */
export function makeListApiKeys({ db }: { readonly db: Kysely<IdentityTables> }) {
  return async (
    caller: Caller,
    { limit, accountId: asked, ...request }: ListKeysRequest,
  ): Promise<ListPage<ApiKey>> => {
    const seen = readAccountOf(caller);
    const accountId = asked === undefined ? seen : asked;
    if (accountId === null || (seen !== 'all' && seen !== accountId)) return nothing;
    const { after, before } = request;
    const cursor = after ?? before;
    if (cursor !== undefined && !(await findApiKey(db, { id: cursor, accountId })))
      throw unknownCursor('API key');
    const rows = await listApiKeys(db, accountId, request, limit + 1);
    return toPage(rows, limit, before === undefined ? 'after' : 'before');
  };
}
