import type { Uuid } from '@florin/contracts';

/** Subject of a revocation; `principal` only makes gateways re-read role and account. */
export type RevocationKind = 'session' | 'user' | 'account' | 'key' | 'principal';

export interface Revocation {
  readonly kind: RevocationKind;
  readonly subject: Uuid;
  /** A session of the subject that stays valid. */
  readonly exceptSession?: Uuid;
}

/**
 * Whether it refuses earlier tokens. Keys are looked up anyway, and a changed role or account does
 * not invalidate tokens.
 */
export function refusesTokens(kind: RevocationKind): boolean {
  return kind === 'session' || kind === 'user' || kind === 'account';
}

/** Cached responses expire after this, long before revocations are deleted. */
const CACHEABLE_MS_MAX = 5 * 60_000;

/** How long a gateway may cache a response. */
export interface Cacheable {
  /** Last revocation that the response reflects; a newer one may invalidate it. */
  readonly revision: bigint;
  readonly cacheableMs: number;
}

/** How long a gateway may cache an object with this expiry; null never expires. */
export function cacheableMs(expiry: Date | null, now: Date): number {
  const leftMs = expiry === null ? CACHEABLE_MS_MAX : expiry.getTime() - now.getTime();
  return Math.min(CACHEABLE_MS_MAX, leftMs);
}

/** Reply fields. A refused principal is not cached. */
export function toCacheFields(found: Cacheable | undefined) {
  return {
    revision: String(found?.revision ?? 0),
    goodForMs: String(found?.cacheableMs ?? 0),
  };
}
