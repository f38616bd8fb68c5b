import type { Caller } from '@florin/contracts';
import { toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import type { ApiKey } from '../domain/api-key.ts';
import { findApiKey, listApiKeys } from '../store/api-keys.ts';
import type { IdentityTables } from '../store/schema.ts';
import { readAccountOf } from './key-account.ts';
import { type ListPage, type ListRequest, unknownCursor } from './list-page.ts';

/** A page of the keys of the caller's account, newest first. */
export function makeListApiKeys({ db }: { readonly db: Kysely<IdentityTables> }) {
  return async (
    caller: Caller,
    { limit, after, before }: ListRequest,
  ): Promise<ListPage<ApiKey>> => {
    const accountId = readAccountOf(caller);
    const cursor = after ?? before;
    if (cursor !== undefined && !(await findApiKey(db, { id: cursor, accountId })))
      throw unknownCursor('API key');
    const rows = await listApiKeys(db, accountId, { after, before }, limit + 1);
    return toPage(rows, limit, before === undefined ? 'after' : 'before');
  };
}
