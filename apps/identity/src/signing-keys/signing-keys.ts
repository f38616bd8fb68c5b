import { type DatabaseConfig, withDatabase } from '@florin/database';
import type { CommandResult } from '@florin/service';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { SigningKey, SigningKeys } from '../deps.ts';
import type { Db, IdentityTables } from '../schema.ts';
import { insertFirstKey, insertNextKey, listPublishedKeys, type SigningKeyRow } from './queries.ts';

/** A new key must be published for longer than this before it signs. */
const CACHE_MS = 10_000;

/** Reads the signing keys from the database; the first process to start creates one. */
export async function openSigningKeys(db: Db, now: () => Date): Promise<SigningKeys> {
  // Signs from the epoch, so that a process whose clock is behind uses it at once.
  await insertFirstKey(db, await generateKey(now(), new Date(0)));
  let cached = await readKeys(db, now());
  let cachedUntil = performance.now() + CACHE_MS;

  async function current(): Promise<CachedKeys> {
    if (performance.now() > cachedUntil) {
      cached = await readKeys(db, now());
      cachedUntil = performance.now() + CACHE_MS;
    }
    return cached;
  }
  return {
    getSigner: async () => (await current()).signer,
    listPublicKeys: async () => (await current()).publicKeys,
  };
}

interface CachedKeys {
  readonly signer: SigningKey;
  readonly publicKeys: readonly JWK[];
}

async function readKeys(db: Db, now: Date): Promise<CachedKeys> {
  const rows = await listPublishedKeys(db, now);
  const signing = rows.find((row) => row.signs_from <= now);
  if (!signing) throw new Error('no signing key is in use; the table signing_keys was changed');
  const privateKey = await importJWK(JSON.parse(signing.private_jwk) as JWK, 'EdDSA');
  return { signer: { kid: signing.kid, privateKey }, publicKeys: rows.map(toPublicKey) };
}

/** A key that signs from an instant on, published until a newer key replaces it. */
export async function generateKey(now: Date, signsFrom: Date): Promise<SigningKeyRow> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const jwk = await exportJWK(privateKey);
  return {
    kid: await calculateJwkThumbprint(jwk),
    private_jwk: JSON.stringify(jwk),
    created_at: now,
    signs_from: signsFrom,
    published_until: null,
  };
}

/** Lists the public members explicitly, so that no private one leaks. */
function toPublicKey({ kid, private_jwk }: SigningKeyRow): JWK {
  const { kty, crv, x } = JSON.parse(private_jwk) as { kty: string; crv: string; x: string };
  return { kty, crv, x, kid, use: 'sig', alg: 'EdDSA' };
}

/** Time in which every gateway fetches a new key and every identity process starts to sign with it. */
const LEAD_MS = 60_000;
/**
 * Longer than the life of an access token plus the time until all processes sign with the new key.
 */
const TOKENS_LIVE_MS = 11 * 60_000;

/**
 * Runs `rotate-signing-key`, for a leaked or old key. Valid tokens stay valid: the new key is
 * published a minute before it signs, the old one while its tokens live.
 */
export async function rotateSigningKey(
  { database }: { readonly database: DatabaseConfig },
  _arguments: readonly string[] = [],
  now: Date = new Date(),
): Promise<CommandResult> {
  const signsFrom = new Date(now.getTime() + LEAD_MS);
  const key = await generateKey(now, signsFrom);
  await withDatabase<IdentityTables, void>({ ...database, poolSizeMax: 2 }, (db) =>
    insertNextKey(db, key, new Date(signsFrom.getTime() + TOKENS_LIVE_MS)),
  );
  return {
    text: `key ${key.kid} is published and signs from ${signsFrom.toISOString()} on`,
    data: { kid: key.kid, signs_from: signsFrom },
  };
}
