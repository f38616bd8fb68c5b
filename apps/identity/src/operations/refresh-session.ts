import { AppError } from '@florin/contracts';
import type { Kysely, Transaction } from 'kysely';
import { decideRefresh } from '../domain/refresh.ts';
import { standingOf } from '../domain/standing.ts';
import { findTokenOwner, getRefreshToken, markRefreshTokenUsed } from '../store/refresh-tokens.ts';
import { readRevision } from '../store/revisions.ts';
import type { IdentityTables } from '../store/schema.ts';
import { lockSession } from '../store/sessions.ts';
import { holdUser } from '../store/users.ts';
import { hashRefreshToken } from '../tokens/refresh-token.ts';
import type { SigningKeys } from '../tokens/signing-keys.ts';
import type { AwaitGateways } from './await-gateways.ts';
import { endOpenSession } from './end-open-session.ts';
import { type Grant, giveTokens, grantRefreshToken, type Tokens } from './give-tokens.ts';
import { holdingUser } from './holding-user.ts';

export interface RefreshSessionDeps {
  readonly db: Kysely<IdentityTables>;
  readonly signingKeys: SigningKeys;
  readonly now: () => Date;
  readonly awaitGateways: AwaitGateways;
}

export interface RefreshSessionRequest {
  readonly refreshToken: string;
  readonly requestId: string;
}

/** Exchanges a refresh token, once, for an access token and the next refresh token. */
export function makeRefreshSession({ db, signingKeys, now, awaitGateways }: RefreshSessionDeps) {
  return async ({ refreshToken, requestId }: RefreshSessionRequest): Promise<Tokens> => {
    const hash = hashRefreshToken(refreshToken);
    // When it arrived: how long it then waits for the session's lock says nothing about it.
    const shownAt = now();
    const grant = await holdingUser(db, (tx) => refresh(tx, { hash, requestId, now: shownAt }));
    // Only now that an end of the session, if any, has committed.
    if (grant === 'forbid')
      throw new AppError('unauthorized', 'the user is suspended or the account is closed', {
        status: 403,
      });
    if (grant === 'refuse') {
      // The session may have ended by it.
      await awaitGateways();
      throw new AppError(
        'invalid_grant',
        'this refresh token is not valid, was used or has expired: log in again',
      );
    }
    return giveTokens(signingKeys, grant, shownAt);
  };
}

async function refresh(
  tx: Transaction<IdentityTables>,
  { hash, requestId, now }: { hash: Buffer; requestId: string; now: Date },
): Promise<Grant | 'forbid' | 'refuse'> {
  const revision = await readRevision(tx);
  const owner = await findTokenOwner(tx, hash);
  if (!owner) return 'refuse';
  const held = await holdUser(tx, owner.userId);
  const session = await lockSession(tx, owner.sessionId);
  if (!held || !session) return 'refuse';

  const standing = standingOf(held.user.status, held.accountStatus);
  const token = await getRefreshToken(tx, hash);
  const decision = decideRefresh({ ...token, session, standing }, now);
  switch (decision) {
    case 'forbid':
    case 'refuse':
      return decision;
    case 'refuse_and_end':
      await endOpenSession(tx, session, { accountId: held.user.accountId, requestId }, now);
      return 'refuse';
    case 'rotate': {
      await markRefreshTokenUsed(tx, hash, now);
      const refreshToken = await grantRefreshToken(tx, session, token.currentGeneration + 1, now);
      return { userId: held.user.id, sessionId: session.id, revision, refreshToken };
    }
    default:
      return decision satisfies never;
  }
}
