import { type Caller, type Reply, toPublicId, type Uuid } from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import type { Cause } from '../domain/cause.ts';
import type { IdentityTables } from '../store/schema.ts';
import { deleteKeys } from './delete-keys.ts';
import { managedAccountOf } from './key-account.ts';
import { revoke } from './revoke.ts';

/**
 * Revokes a key: it is refused from then on, and forgotten.
 * @throws AppError not_found, also for a key of another account.
 */
export function makeRevokeApiKey({
  db,
  now,
}: {
  readonly db: Kysely<IdentityTables>;
  readonly now: () => Date;
}) {
  return async (
    caller: Caller,
    id: Uuid,
    cause: Cause,
    key: IdempotencyKey | undefined,
  ): Promise<Reply> => {
    const accountId = managedAccountOf(caller);
    // The Idempotency-Key first, unlike elsewhere: a repetition finds no API key any more.
    return runOnce(db, key, async (tx) => {
      const revokedAt = now();
      const revoked = await deleteKeys(tx, { accountId, id }, cause, revokedAt);
      if (revoked === 0) throw notFound('API key');
      await revoke(tx, { kind: 'key', subject: id }, revokedAt);
      const message = 'the API key is revoked: it is no longer accepted';
      return { status: 200, body: { id: toPublicId('apiKey', id), message } };
    });
  };
}
