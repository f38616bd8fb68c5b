import type { Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { beginSession, type Session, sessionEvent } from '../../domain/session.ts';
import type { User } from '../../domain/user.ts';
import type { Tx } from '../../schema.ts';
import { chooseAccount } from './choose-account.ts';
import { endAndRevokeSession } from './end.ts';
import { insertSession } from './queries.ts';
import { issueRefreshToken } from './tokens.ts';

interface Move {
  /** Null matches no account. */
  readonly accountId: Uuid | null;
  readonly requestId: string;
  readonly now: Date;
}

/**
 * Replaces a locked session by one in another account of its user, with the same expiry and the
 * same proof of the second factor.
 * @throws AppError unauthorized if they do not belong to that account.
 */
export async function moveSession(
  tx: Tx,
  user: User,
  session: Session,
  { accountId, requestId, now }: Move,
) {
  const chosen = await chooseAccount(tx, user, accountId);
  const { origin, provedAt, expiresAt } = session;
  const next = {
    ...beginSession(user.id, now, { accountId: chosen, origin, provedAt }),
    expiresAt,
  };
  await insertSession(tx, next);
  const refreshToken = await issueRefreshToken(tx, next, 1, now);
  const context = { accountId: chosen ?? user.accountId, requestId };
  await addToOutbox(tx, [sessionEvent(next, context)]);
  const left = { accountId: session.accountId ?? user.accountId, requestId };
  await endAndRevokeSession(tx, session, left, now);
  return { sessionId: next.id, refreshToken };
}
