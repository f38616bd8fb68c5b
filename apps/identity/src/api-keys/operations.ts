import { createHash, randomBytes } from 'node:crypto';
import {
  AppError,
  type Caller,
  isLive,
  newId,
  type Reply,
  refuse,
  type Scope,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { addToOutbox, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Deps } from '../deps.ts';
import {
  type ApiKey,
  apiKeyCreated,
  apiKeyRevoked,
  apiKeyRotated,
  toApiKeyResource,
} from '../domain/api-key.ts';
import {
  assertMayGrantScopes,
  assertNoLonger,
  isKeyExpired,
  managedAccountOf,
  ownAccountOf,
} from '../domain/api-key-rights.ts';
import type { Cause } from '../domain/event.ts';
import { endInvitationsOfKeys } from '../invitations/end.ts';
import { shareAccountLock } from '../records/accounts-queries.ts';
import type { Command } from '../requests.ts';
import { revoke, thenAwaitGateways } from '../revocations/revoke.ts';
import type { Tx } from '../schema.ts';
import {
  deleteApiKeys,
  endSecrets,
  findApiKey,
  hasEndingSecret,
  insertApiKey,
  insertSecret,
  type KeyName,
  lockApiKey,
  saveRotated,
  shareApiKey,
  type WhichKeys,
} from './queries.ts';

/** 256 random bits cannot be guessed, so the hash needs no salt. */
const SECRET_BYTES = 32;
const MARKS = { live: 'sk_live_', test: 'sk_test_' } as const;
/** Visible characters of the secret, which distinguish keys. */
const SHOWN_CHARACTERS = 4;

function newApiKeySecret(accountId: Uuid): string {
  const mark = isLive(accountId) ? MARKS.live : MARKS.test;
  return mark + randomBytes(SECRET_BYTES).toString('base64url');
}

function prefixOfSecret(secret: string): string {
  return secret.slice(0, MARKS.live.length + SHOWN_CHARACTERS);
}

/** The only stored form of a secret, besides its prefix. */
function hashApiKeySecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export interface NewApiKey extends Command {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

/** Creates a key for the caller's account. Only this reply contains the secret. */
export async function createApiKey(
  { db, now }: Deps,
  { caller, cause, key: idempotencyKey, ...given }: NewApiKey,
): Promise<Reply> {
  const accountId = ownAccountOf(caller);
  assertMayGrantScopes(caller, given.scopes);
  const secret = newApiKeySecret(accountId);
  let isNew = false;
  const reply = await runOnce(db, idempotencyKey, async (tx) => {
    const createdAt = now();
    if (isKeyExpired(given, createdAt))
      throw new AppError('invalid_request', 'expires_at: must be in the future');
    const status = await shareAccountLock(tx, accountId);
    if (status === undefined || status === 'closed')
      throw new AppError('forbidden', 'the account is closed');
    const grantingKey = await findGrantingKey(caller, createdAt, (name) => shareApiKey(tx, name));
    if (grantingKey) await assertOneSecret(tx, grantingKey.id, createdAt);
    // Without an `expires_at` of its own, a key expires with the key that creates it.
    const expiresAt = given.expiresAt ?? grantingKey?.expiresAt ?? null;
    if (grantingKey) assertNoLonger(grantingKey, { expiresAt });
    const made = { id: newId(), accountId, prefix: prefixOfSecret(secret), createdAt };
    const by = { createdBy: caller.userId, lastUsedAt: null };
    const key = { ...given, ...made, ...by, expiresAt, version: 1n };
    await insertApiKey(tx, key);
    await insertSecret(tx, key.id, hashApiKeySecret(secret));
    await addToOutbox(tx, [apiKeyCreated(key, cause)]);
    isNew = true;
    return { status: 201, body: toApiKeyResource(key) };
  });
  return isNew ? withSecret(reply, secret) : reply;
}

/**
 * The API key that creates or rotates another; undefined if the caller is a user.
 * @throws AppError unauthorized once it is revoked or expired.
 */
async function findGrantingKey(
  { scopes, apiKeyId, accountId }: Caller,
  now: Date,
  find: (name: KeyName) => Promise<ApiKey | undefined>,
): Promise<ApiKey | undefined> {
  if (scopes === null) return undefined;
  const grantingKey = apiKeyId && accountId ? await find({ id: apiKeyId, accountId }) : undefined;
  if (!grantingKey || isKeyExpired(grantingKey, now))
    throw new AppError('unauthorized', 'this API key is revoked or has expired; use another one');
  return grantingKey;
}

/**
 * A former secret must not outlive its end through a new key.
 * @throws AppError conflict while the key still has a former secret.
 */
async function assertOneSecret(tx: Tx, keyId: Uuid, now: Date): Promise<void> {
  if (await hasEndingSecret(tx, keyId, now))
    throw new AppError(
      'conflict',
      'this API key was rotated and its old secret still works; wait until the old secret expires, or use another key',
    );
}

/** Added after the reply is stored under its Idempotency-Key, so a replay has no secret. */
function withSecret(reply: Reply, secret: string): Reply {
  const headers = { ...reply.headers, 'Cache-Control': 'no-store' };
  return { ...reply, headers, body: { ...reply.body, secret } };
}

export interface ApiKeyRotation extends Command {
  readonly keyId: Uuid;
  /** How long the earlier secrets stay valid. */
  readonly overlapSeconds: number;
}

/**
 * Gives a key a new secret; its id, name and scopes stay.
 * @throws AppError not_found, also for a key of another account.
 */
export function rotateApiKey(deps: Deps, input: ApiKeyRotation): Promise<Reply> {
  return thenAwaitGateways(deps, async () => {
    const { db, now } = deps;
    const { caller, cause, keyId, overlapSeconds } = input;
    const named = { id: keyId, accountId: managedAccountOf(caller) };
    const found = await findApiKey(db, named);
    if (!found) throw notFound('API key');
    assertMayGrantScopes(caller, found.scopes);
    const grantingKey = await findGrantingKey(caller, now(), (name) => findApiKey(db, name));
    if (grantingKey) assertNoLonger(grantingKey, found);
    const secret = newApiKeySecret(found.accountId);
    let isNew = false;
    const reply = await runOnce(db, input.key, async (tx) => {
      const key = await lockApiKey(tx, named);
      if (!key) throw notFound('API key');
      const rotatedAt = now();
      if (grantingKey) await assertOneSecret(tx, grantingKey.id, rotatedAt);
      if (isKeyExpired(key, rotatedAt))
        return refuse('conflict', 'this API key has expired; create another one');
      const endsAt = new Date(rotatedAt.getTime() + overlapSeconds * 1_000);
      const rotated = { ...key, prefix: prefixOfSecret(secret), version: key.version + 1n };
      await endSecrets(tx, keyId, { endsAt, now: rotatedAt });
      await insertSecret(tx, keyId, hashApiKeySecret(secret));
      await saveRotated(tx, rotated);
      await addToOutbox(tx, [apiKeyRotated(rotated, cause, rotatedAt)]);
      // Gateways that cache a secret of this key look it up again.
      await revoke(tx, { kind: 'key', subject: keyId }, rotatedAt);
      isNew = true;
      return { status: 200, body: toApiKeyResource(rotated) };
    });
    return isNew ? withSecret(reply, secret) : reply;
  });
}

export interface ApiKeyRevocation extends Command {
  readonly keyId: Uuid;
}

/**
 * Revokes and deletes a key.
 * @throws AppError not_found, also for a key of another account.
 */
export function revokeApiKey(
  deps: Deps,
  { caller, cause, key, keyId: id }: ApiKeyRevocation,
): Promise<Reply> {
  return thenAwaitGateways(deps, async () => {
    const accountId = managedAccountOf(caller);
    // Checks the Idempotency-Key first, unlike elsewhere: on a repetition the API key is gone.
    return runOnce(deps.db, key, async (tx) => {
      const now = deps.now();
      const revoked = await deleteKeys(tx, { accountId, id }, cause, now);
      if (revoked.length === 0) throw notFound('API key');
      await revoke(tx, { kind: 'key', subject: id }, now);
      const message = 'the API key is revoked; it is no longer accepted';
      return { status: 200, body: { id: toPublicId('apiKey', id), message } };
    });
  });
}

/** Bounds one statement, which has a timeout. */
const EVENTS_MAX = 1_000;

/** Deletes keys with their events and returns them. The caller must revoke their secrets. */
export async function deleteKeys(
  tx: Tx,
  which: WhichKeys,
  cause: Cause,
  now: Date,
): Promise<readonly ApiKey[]> {
  const deleted = await deleteApiKeys(tx, which);
  for (const accountId of new Set(deleted.map((key) => key.accountId))) {
    const keyIds = deleted.filter((key) => key.accountId === accountId).map(({ id }) => id);
    await endInvitationsOfKeys(tx, { accountId, keyIds }, { ...cause, now });
  }
  const events = deleted.map((key) => apiKeyRevoked(key, cause, now));
  for (let done = 0; done < events.length; done += EVENTS_MAX)
    await addToOutbox(tx, events.slice(done, done + EVENTS_MAX));
  return deleted;
}
