import { AppError, type Caller, newId, type Reply, type Scope } from '@florin/contracts';
import { addToOutbox, type IdempotencyKey, runOnce } from '@florin/database';
import type { Kysely } from 'kysely';
import { apiKeyCreated, isKeyExpired, toApiKeyResource } from '../domain/api-key.ts';
import type { Cause } from '../domain/cause.ts';
import { holdAccount } from '../store/accounts.ts';
import { insertSecret } from '../store/api-key-secrets.ts';
import { insertApiKey } from '../store/api-keys.ts';
import type { IdentityTables } from '../store/schema.ts';
import { hashApiKeySecret, makeApiKeySecret, prefixOfSecret } from '../tokens/api-key-secret.ts';
import { ownAccountOf } from './key-account.ts';

export interface CreateApiKeyRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

/** Makes a key for the caller's account. Its secret is in this one reply and in no other. */
export function makeCreateApiKey({
  db,
  now,
}: {
  readonly db: Kysely<IdentityTables>;
  readonly now: () => Date;
}) {
  return async (
    caller: Caller,
    request: CreateApiKeyRequest,
    cause: Cause,
    key: IdempotencyKey | undefined,
  ): Promise<Reply> => {
    const accountId = ownAccountOf(caller);
    const secret = makeApiKeySecret();
    let isNew = false;
    const reply = await runOnce(db, key, async (tx) => {
      const createdAt = now();
      if (isKeyExpired(request, createdAt))
        throw new AppError('invalid_request', 'expires_at: must be in the future');
      const status = await holdAccount(tx, accountId);
      if (status === undefined || status === 'closed')
        throw new AppError('forbidden', 'the account is closed');
      const prefix = prefixOfSecret(secret);
      const id = newId();
      const key = { ...request, id, accountId, prefix, createdAt, lastUsedAt: null, version: 1n };
      await insertApiKey(tx, key);
      await insertSecret(tx, key.id, hashApiKeySecret(secret));
      await addToOutbox(tx, [apiKeyCreated(key, cause)]);
      isNew = true;
      return { status: 201, body: toApiKeyResource(key) };
    });
    return isNew ? withSecret(reply, secret) : reply;
  };
}

/** Added after the reply was stored under its Idempotency-Key: a replay goes without. */
export function withSecret(reply: Reply, secret: string): Reply {
  const headers = { ...reply.headers, 'Cache-Control': 'no-store' };
  return { ...reply, headers, body: { ...reply.body, secret } };
}
