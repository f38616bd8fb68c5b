import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { accessTokens, toPublicId, type Uuid } from '@florin/contracts';
import { SignJWT } from 'jose';
import type { Deps, SigningKey } from '../../deps.ts';
import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  refreshTokenExpiry,
  type Session,
} from '../../domain/session.ts';
import type { Tx } from '../../schema.ts';
import { insertRefreshToken } from './refresh-token-queries.ts';

/** 256 random bits cannot be guessed, so the hash needs no salt. */
const REFRESH_TOKEN_BYTES = 32;

/** Committed result of a login or refresh, from which the access token is made. */
export interface CommittedTokens {
  readonly userId: Uuid;
  readonly sessionId: Uuid;
  /** Read before the session: a later revocation refuses the token. */
  readonly revision: bigint;
  readonly refreshToken: string;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
}

/** The only stored form of a refresh token. */
export function hashRefreshToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Issues the session's next refresh token, which becomes the current one. */
export async function issueRefreshToken(
  tx: Tx,
  session: Session,
  generation: number,
  now: Date,
): Promise<string> {
  const refreshToken = randomBytes(REFRESH_TOKEN_BYTES).toString('base64url');
  await insertRefreshToken(tx, {
    hash: hashRefreshToken(refreshToken),
    sessionId: session.id,
    generation,
    expiresAt: refreshTokenExpiry(session, now),
  });
  return refreshToken;
}

export async function issueTokens(
  { signingKeys }: Pick<Deps, 'signingKeys'>,
  committed: CommittedTokens,
  now: Date,
): Promise<Tokens> {
  return {
    accessToken: await mintAccessToken(await signingKeys.getSigner(), committed, now),
    refreshToken: committed.refreshToken,
    expiresInSeconds: ACCESS_TOKEN_LIFETIME_SECONDS,
  };
}

/** A JWT access token (RFC 9068) for one session. */
function mintAccessToken(
  { kid, privateKey }: SigningKey,
  { userId, sessionId, revision }: CommittedTokens,
  now: Date,
): Promise<string> {
  const issuedAtSeconds = Math.floor(now.getTime() / 1_000);
  return (
    new SignJWT({ sid: toPublicId('session', sessionId), rev: Number(revision) })
      .setProtectedHeader({ alg: accessTokens.algorithm, typ: accessTokens.type, kid })
      .setIssuer(accessTokens.issuer)
      .setAudience(accessTokens.audience)
      .setSubject(toPublicId('user', userId))
      // Distinguishes two tokens of one session within a second.
      .setJti(randomUUID())
      .setIssuedAt(issuedAtSeconds)
      .setExpirationTime(issuedAtSeconds + ACCESS_TOKEN_LIFETIME_SECONDS)
      .sign(privateKey)
  );
}
