import { createHash } from 'node:crypto';
import type { Voucher } from './voucher.ts';

/**
 * Tokens that were good when they were looked at last. It decides whose requests are counted
 * together, and nothing else: whether a token is still good is asked each time.
 */
export interface KnownTokens {
  find(authorization: readonly string[] | undefined): Voucher | undefined;
  keep(authorization: readonly string[] | undefined, voucher: Voucher): void;
  forget(authorization: readonly string[] | undefined): void;
}

const KNOWN_MAX = 10_000;

/** The one that was not used for longest makes room for a new one. */
export function makeKnownTokens(knownMax = KNOWN_MAX): KnownTokens {
  const known = new Map<string, Voucher>();
  return {
    find: (authorization) => known.get(toDigest(authorization)),
    keep(authorization, voucher) {
      const digest = toDigest(authorization);
      // Deleted first, so that it moves to the end.
      known.delete(digest);
      known.set(digest, voucher);
      const [oldest] = known.keys();
      if (known.size > knownMax && oldest !== undefined) known.delete(oldest);
    },
    forget: (authorization) => void known.delete(toDigest(authorization)),
  };
}

/** The tokens themselves are not kept: keys among them are good for years. */
function toDigest(authorization: readonly string[] | undefined): string {
  return createHash('sha256')
    .update((authorization ?? []).join('\n'))
    .digest('base64');
}
