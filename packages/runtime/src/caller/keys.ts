import { createSecretKey, type KeyObject } from 'node:crypto';

/**
 * Keys of a pair of services, by key id. The first signs; all are accepted. KeyObjects are cached,
 * since an HMAC from raw bytes takes five times as long.
 */
export type PairKeys = ReadonlyMap<string, KeyObject>;

/** Keys by the name of the other party. */
export type KeyRing = ReadonlyMap<string, PairKeys>;

/** A current key and its predecessor or successor, for rotation. */
const KEYS_PER_PAIR_MAX = 2;
const KEY_BYTES_MIN = 32;

/**
 * Parses `peer=kid:secret,peer=kid:secret` with secrets in base64url.
 * @throws Error that names the invalid entry without its secret
 */
export function parseKeyRing(text: string): KeyRing {
  const ring = new Map<string, Map<string, KeyObject>>();
  for (const entry of text.split(',').filter((part) => part !== '')) {
    const match = /^([a-z]+)=([A-Za-z0-9_-]+):([A-Za-z0-9_-]+)$/.exec(entry);
    const [, peer, kid, secret] = match ?? [];
    if (!peer || !kid || !secret)
      throw new Error(
        'a key between services must be peer=kid:secret, with the secret in base64url',
      );
    const key = Buffer.from(secret, 'base64url');
    if (key.length < KEY_BYTES_MIN)
      throw new Error(`key ${kid} shared with ${peer} needs at least ${KEY_BYTES_MIN} bytes`);
    const keys = ring.get(peer) ?? new Map<string, KeyObject>();
    keys.set(kid, createSecretKey(key));
    if (keys.size > KEYS_PER_PAIR_MAX)
      throw new Error(`at most ${KEYS_PER_PAIR_MAX} keys may be shared with ${peer}`);
    ring.set(peer, keys);
  }
  return ring;
}
