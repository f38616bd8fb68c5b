import { createSecretKey, type KeyObject } from 'node:crypto';

/**
 * Keys that one pair of services shares, by key id. The first one signs, all are accepted. Made
 * ready once: from bytes an HMAC takes Node five times as long.
 */
export type PairKeys = ReadonlyMap<string, KeyObject>;

/** Keys by the other party's name. */
export type KeyRing = ReadonlyMap<string, PairKeys>;

/** At most a current and a previous (or next) key a pair, so that keys can be rotated. */
const KEYS_PER_PAIR_MAX = 2;
const KEY_BYTES_MIN = 32;

/**
 * Reads `peer=kid:secret,peer=kid:secret`, secrets in base64url.
 * @throws Error that names the broken entry, never its secret.
 */
export function parseKeyRing(text: string): KeyRing {
  const ring = new Map<string, Map<string, KeyObject>>();
  for (const entry of text.split(',').filter((part) => part !== '')) {
    const match = /^([a-z]+)=([A-Za-z0-9_-]+):([A-Za-z0-9_-]+)$/.exec(entry);
    const [, peer, kid, secret] = match ?? [];
    if (!peer || !kid || !secret)
      throw new Error('a key between services is written peer=kid:secret, secret in base64url');
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
