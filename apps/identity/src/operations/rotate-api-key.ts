import { type Caller, type Reply, refuse, type Uuid } from '@florin/contracts';
import { addToOutbox, type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { apiKeyRotated, isKeyExpired, toApiKeyResource } from '../domain/api-key.ts';
import type { Cause } from '../domain/cause.ts';
import { endSecrets, insertSecret } from '../store/api-key-secrets.ts';
import { findApiKey, lockApiKey, saveRotated } from '../store/api-keys.ts';
import type { IdentityTables } from '../store/schema.ts';
import { hashApiKeySecret, makeApiKeySecret, prefixOfSecret } from '../tokens/api-key-secret.ts';
import { withSecret } from './create-api-key.ts';
import { managedAccountOf } from './key-account.ts';
import { revoke } from './revoke.ts';

export interface RotateApiKeyRequest {
  readonly keyId: Uuid;
  /** For how long the secrets so far go on. */
  readonly overlapSeconds: number;
}

/** Gives a key another secret; it keeps its id, name and scopes. */
export function makeRotateApiKey({
  db,
  now,
}: {
  readonly db: Kysely<IdentityTables>;
  readonly now: () => Date;
}) {
  return async (
    caller: Caller,
    { keyId, overlapSeconds }: RotateApiKeyRequest,
    cause: Cause,
    key: IdempotencyKey | undefined,
  ): Promise<Reply> => {
    const name = { id: keyId, accountId: managedAccountOf(caller) };
    if (!(await findApiKey(db, name))) throw notFound('API key');
    const secret = makeApiKeySecret();
    let isNew = false;
    const reply = await runOnce(db, key, async (tx) => {
      const key = await lockApiKey(tx, name);
      if (!key) throw notFound('API key');
      const rotatedAt = now();
      if (isKeyExpired(key, rotatedAt))
        return refuse('conflict', 'this API key has expired: create another');
      const endsAt = new Date(rotatedAt.getTime() + overlapSeconds * 1_000);
      const rotated = { ...key, prefix: prefixOfSecret(secret), version: key.version + 1n };
      await endSecrets(tx, keyId, { endsAt, now: rotatedAt });
      await insertSecret(tx, keyId, hashApiKeySecret(secret));
      await saveRotated(tx, rotated);
      await addToOutbox(tx, [apiKeyRotated(rotated, cause, rotatedAt)]);
      // Whoever remembers a secret of this key looks again.
      await revoke(tx, { kind: 'key', subject: keyId }, rotatedAt);
      isNew = true;
      return { status: 200, body: toApiKeyResource(rotated) };
    });
    return isNew ? withSecret(reply, secret) : reply;
  };
}
