import { AppError, accessTokens, parsePublicId, type Uuid } from '@florin/contracts';
import { errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { SigningKeys } from './signing-keys.ts';

/** Claims of an access token, which do not show whether its session is still open. */
export interface AccessClaims {
  readonly userId: Uuid;
  readonly sessionId: Uuid;
  /** Revision of the last revocation when the token was minted. */
  readonly revision: number;
  readonly expiresAtMs: number;
}

export type VerifyToken = (token: string) => Promise<AccessClaims>;

/** A verification takes about 200 µs, a cache hit less than 1 µs. */
const VERIFIED_MAX = 10_000;
const KID_CHARACTERS_MAX = 128;

const claimsSchema = z.object({
  sub: z.string(),
  sid: z.string(),
  rev: z.number().int().nonnegative(),
  exp: z.number(),
});

/** Verifies signature and claims of access tokens, and caches valid ones. */
export function makeVerifyToken(keys: Pick<SigningKeys, 'find' | 'current'>): VerifyToken {
  const verified = new LRUCache<string, AccessClaims>({ max: VERIFIED_MAX });
  let verifiedWith = keys.current();

  return async (token) => {
    // No token may outlive the key that verified it.
    if (verifiedWith !== keys.current()) verified.clear();
    verifiedWith = keys.current();
    const cached = verified.get(token);
    if (cached && cached.expiresAtMs > Date.now()) return cached;

    const claims = await verify(token, keys);
    if (verifiedWith === keys.current()) verified.set(token, claims);
    return claims;
  };
}

async function verify(token: string, keys: Pick<SigningKeys, 'find'>): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = isKid(kid) ? await keys.find(kid) : undefined;
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      {
        algorithms: [accessTokens.algorithm],
        typ: accessTokens.type,
        issuer: accessTokens.issuer,
        audience: accessTokens.audience,
        // A token without an expiry would otherwise be valid forever.
        requiredClaims: ['exp', 'sub', 'sid', 'rev'],
      },
    );
    return toClaims(payload);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Any other failure while parsing is the token's fault.
    throw new AppError('unauthorized', toMessage(error), { cause: error });
  }
}

function isKid(kid: unknown): kid is string {
  return typeof kid === 'string' && kid.length > 0 && kid.length <= KID_CHARACTERS_MAX;
}

function toClaims(payload: unknown): AccessClaims {
  const { sub, sid, rev, exp } = claimsSchema.parse(payload);
  const userId = parsePublicId('user', sub);
  const sessionId = parsePublicId('session', sid);
  if (userId === undefined || sessionId === undefined)
    throw new Error('an id has an unexpected shape');
  return { userId, sessionId, revision: rev, expiresAtMs: exp * 1000 };
}

function toMessage(error: unknown): string {
  return error instanceof errors.JWTExpired
    ? 'the access token has expired; get a new one at POST /v1/auth/refresh'
    : 'the access token is not valid; log in at POST /v1/auth/login';
}
