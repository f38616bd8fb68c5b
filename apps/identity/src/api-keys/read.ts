import type { Caller, Scope, Uuid } from '@florin/contracts';
import type { PageQuery } from '@florin/database';
import { type ListPage, notFound, readPage } from '@florin/http-api';
import type { Deps } from '../deps.ts';
import type { ApiKey } from '../domain/api-key.ts';
import {
  isSecretValid,
  readableAccountOf,
  secretExpiry,
  useRecordedBefore,
} from '../domain/api-key-rights.ts';
import { type Cacheable, cacheableMs } from '../domain/revocation.ts';
import { findApiKey, findSecret, readApiKeys, recordUse } from './queries.ts';

/** @throws AppError not_found, also for a key of another account. */
export async function getApiKey(
  { db }: Deps,
  { caller, keyId }: { readonly caller: Caller; readonly keyId: Uuid },
): Promise<ApiKey> {
  const key = await findApiKey(db, { id: keyId, accountId: readableAccountOf(caller) });
  if (!key) throw notFound('API key');
  return key;
}

export interface ApiKeysRequest extends PageQuery {
  readonly caller: Caller;
  /** Limits the list to one account; null is an account that cannot exist. */
  readonly accountId: Uuid | null | undefined;
}

/** A page of the keys visible to the caller, newest first. */
export async function listApiKeys(
  { db }: Deps,
  { caller, accountId: asked, ...request }: ApiKeysRequest,
): Promise<ListPage<ApiKey>> {
  const readable = readableAccountOf(caller);
  const accountId = asked === undefined ? readable : asked;
  if (accountId === null || (readable !== 'all' && readable !== accountId))
    return { items: [], hasMore: false };
  return readPage(request, {
    name: 'API key of yours',
    find: (id) => findApiKey(db, { id, accountId }),
    select: (cursor, rowsMax) => readApiKeys(db, { accountId }, cursor, rowsMax),
  });
}

/** The account and the scopes of a valid key. */
export interface ApiKeyPrincipal extends Cacheable {
  readonly keyId: Uuid;
  readonly accountId: Uuid;
  readonly scopes: readonly Scope[];
  readonly isReadOnly: boolean;
}

/** Undefined for a secret that is unknown or no longer valid. */
export async function checkApiKey(
  { db, now }: Deps,
  { secretHash }: { readonly secretHash: Buffer },
): Promise<ApiKeyPrincipal | undefined> {
  const presented = await findSecret(db, secretHash);
  const at = now();
  if (!presented || !isSecretValid(presented, at)) return undefined;
  const { key, accountStatus, revision } = presented;
  const before = useRecordedBefore(at);
  if (key.lastUsedAt === null || key.lastUsedAt < before)
    await recordUse(db, key.id, { now: at, before });
  return {
    keyId: key.id,
    accountId: key.accountId,
    scopes: key.scopes,
    isReadOnly: accountStatus === 'read_only',
    revision,
    cacheableMs: cacheableMs(secretExpiry(presented), at),
  };
}
