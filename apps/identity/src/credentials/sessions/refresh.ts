import { AppError, type Uuid } from '@florin/contracts';
import type { Deps } from '../../deps.ts';
import { accessStateOf } from '../../domain/account.ts';
import { decideRefresh } from '../../domain/refresh.ts';
import { lockingUser, shareUserLock } from '../../records/users-queries.ts';
import { readRevision } from '../../revocations/queries.ts';
import type { Tx } from '../../schema.ts';
import { endAndRevokeSession } from './end.ts';
import { moveSession } from './move.ts';
import { lockSession } from './queries.ts';
import { findTokenOwner, getRefreshToken, markRefreshTokenUsed } from './refresh-token-queries.ts';
import {
  type CommittedTokens,
  hashRefreshToken,
  issueRefreshToken,
  issueTokens,
  type Tokens,
} from './tokens.ts';

export interface Refresh {
  readonly refreshToken: string;
  readonly requestId: string;
  /** The account to continue in; undefined for the session's own, null matches none. */
  readonly accountId?: Uuid | null | undefined;
}

/**
 * Exchanges a refresh token, once, for new tokens of its session, or of a new session that replaces
 * it in another account.
 */
export async function refreshSession(
  deps: Deps,
  { refreshToken, requestId, accountId }: Refresh,
): Promise<Tokens> {
  const hash = hashRefreshToken(refreshToken);
  // Expiry counts from the arrival, not from when the session's lock was granted.
  const arrivedAt = deps.now();
  const outcome = await lockingUser(deps.db, (tx) =>
    refresh(tx, { hash, requestId, accountId, now: arrivedAt }),
  );
  // Thrown after the commit, which may have ended the session.
  if (outcome === 'forbid')
    throw new AppError('unauthorized', 'the user is suspended or the account is closed', {
      status: 403,
    });
  if (outcome === 'refuse') {
    // The session may have ended.
    await deps.awaitGateways();
    throw new AppError(
      'invalid_grant',
      'this refresh token is not valid, was already used or has expired; log in again',
    );
  }
  if (accountId !== undefined) await deps.awaitGateways();
  return issueTokens(deps, outcome, arrivedAt);
}

interface Exchange extends Pick<Refresh, 'requestId' | 'accountId'> {
  readonly hash: Buffer;
  readonly now: Date;
}

async function refresh(
  tx: Tx,
  { hash, requestId, accountId, now }: Exchange,
): Promise<CommittedTokens | 'forbid' | 'refuse'> {
  const revision = await readRevision(tx);
  const owner = await findTokenOwner(tx, hash);
  if (!owner) return 'refuse';
  const locked = await shareUserLock(tx, owner.userId);
  const session = await lockSession(tx, owner.sessionId);
  if (!locked || !session) return 'refuse';

  const { user, accountStatus } = locked;
  const access = accessStateOf(user.status, accountStatus);
  const token = await getRefreshToken(tx, hash);
  const decision = decideRefresh({ ...token, session, access }, now);
  switch (decision) {
    case 'forbid':
    case 'refuse':
      return decision;
    case 'refuse_and_end':
      await endAndRevokeSession(tx, session, { accountId: user.accountId, requestId }, now);
      return 'refuse';
    case 'rotate': {
      await markRefreshTokenUsed(tx, hash, now);
      if (accountId !== undefined) {
        const moved = await moveSession(tx, user, session, { accountId, requestId, now });
        return { userId: user.id, revision, ...moved };
      }
      const refreshToken = await issueRefreshToken(tx, session, token.currentGeneration + 1, now);
      return { userId: user.id, sessionId: session.id, revision, refreshToken };
    }
    default:
      return decision satisfies never;
  }
}
