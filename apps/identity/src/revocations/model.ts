import type { Uuid } from '@florin/contracts';

/** What a revocation is about; `principal`: whoever may have another role or account now. */
export type RevocationKind = 'session' | 'user' | 'account' | 'key' | 'principal';

export interface Revocation {
  readonly kind: RevocationKind;
  readonly subject: Uuid;
  /** A session of the subject that it is not about. */
  readonly exceptSession?: Uuid;
}

/**
 * Whether it refuses tokens that were minted before. A key is looked up anyway, and who has another role
 * or account keeps their tokens.
 */
export function refusesTokens(kind: RevocationKind): boolean {
  return kind === 'session' || kind === 'user' || kind === 'account';
}

/** Cached answers are looked up again after this, long before revocations are deleted. */
const CACHEABLE_MS_MAX = 5 * 60_000;

/** For how long a gateway may cache an answer. */
export interface Cacheable {
  /** Number of the last revocation that the answer takes into account: a newer one may void it. */
  readonly revision: bigint;
  readonly cacheableMs: number;
}

/** How long a gateway may cache what expires by itself at this time; null when it never does. */
export function cacheableMs(expiry: Date | null, now: Date): number {
  const leftMs = expiry === null ? CACHEABLE_MS_MAX : expiry.getTime() - now.getTime();
  return Math.min(CACHEABLE_MS_MAX, leftMs);
}

/** In a reply; that a principal was refused is not cached. */
export function toCacheFields(found: Cacheable | undefined) {
  return {
    revision: String(found?.revision ?? 0),
    goodForMs: String(found?.cacheableMs ?? 0),
  };
}
