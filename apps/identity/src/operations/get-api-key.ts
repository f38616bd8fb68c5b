import type { Caller, Uuid } from '@florin/contracts';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import type { ApiKey } from '../domain/api-key.ts';
import { findApiKey } from '../store/api-keys.ts';
import type { IdentityTables } from '../store/schema.ts';
import { readAccountOf } from './key-account.ts';

/** @throws AppError not_found, also for a key of another account. */
export function makeGetApiKey({ db }: { readonly db: Kysely<IdentityTables> }) {
  return async (caller: Caller, id: Uuid): Promise<ApiKey> => {
    const key = await findApiKey(db, { id, accountId: readAccountOf(caller) });
    if (!key) throw notFound('API key');
    return key;
  };
}
