import type { Uuid } from '@florin/contracts';
import type { Transaction } from 'kysely';
import { refreshTokenExpiry, type Session } from '../domain/session.ts';
import { insertRefreshToken } from '../store/refresh-tokens.ts';
import type { IdentityTables } from '../store/schema.ts';
import { ACCESS_TOKEN_LIFETIME_SECONDS, mintAccessToken } from '../tokens/access-token.ts';
import { hashRefreshToken, makeRefreshToken } from '../tokens/refresh-token.ts';
import type { SigningKeys } from '../tokens/signing-keys.ts';

/** What a transaction has granted; tokens are made from it once it has committed. */
export interface Grant {
  readonly userId: Uuid;
  readonly sessionId: Uuid;
  readonly revision: bigint;
  readonly refreshToken: string;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
}

/** Makes the session's next refresh token the current one. */
export async function grantRefreshToken(
  tx: Transaction<IdentityTables>,
  session: Session,
  generation: number,
  now: Date,
): Promise<string> {
  const refreshToken = makeRefreshToken();
  await insertRefreshToken(tx, {
    hash: hashRefreshToken(refreshToken),
    sessionId: session.id,
    generation,
    expiresAt: refreshTokenExpiry(session, now),
  });
  return refreshToken;
}

export async function giveTokens(
  signingKeys: SigningKeys,
  grant: Grant,
  now: Date,
): Promise<Tokens> {
  return {
    accessToken: await mintAccessToken(await signingKeys.getSigner(), grant, now),
    refreshToken: grant.refreshToken,
    expiresInSeconds: ACCESS_TOKEN_LIFETIME_SECONDS,
  };
}
