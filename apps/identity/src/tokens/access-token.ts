import { accessTokens, toPublicId, type Uuid } from '@florin/contracts';
import { SignJWT } from 'jose';
import type { SigningKey } from './signing-keys.ts';

export const ACCESS_TOKEN_LIFETIME_SECONDS = 600;

export interface AccessTokenSubject {
  readonly userId: Uuid;
  readonly sessionId: Uuid;
  /** Read before the session was: a revocation newer than this refuses the token. */
  readonly revision: bigint;
}

/** A JWT access token (RFC 9068) for one session. */
export function mintAccessToken(
  { kid, privateKey }: SigningKey,
  { userId, sessionId, revision }: AccessTokenSubject,
  now: Date,
): Promise<string> {
  const issuedAtSeconds = Math.floor(now.getTime() / 1_000);
  return new SignJWT({ sid: toPublicId('session', sessionId), rev: Number(revision) })
    .setProtectedHeader({ alg: accessTokens.algorithm, typ: accessTokens.type, kid })
    .setIssuer(accessTokens.issuer)
    .setAudience(accessTokens.audience)
    .setSubject(toPublicId('user', userId))
    .setIssuedAt(issuedAtSeconds)
    .setExpirationTime(issuedAtSeconds + ACCESS_TOKEN_LIFETIME_SECONDS)
    .sign(privateKey);
}
