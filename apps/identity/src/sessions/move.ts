import type { Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Tx } from '../schema.ts';
import type { User } from '../users/model.ts';
import { chooseAccount } from './choose-account.ts';
import { endAndRevokeSession } from './end.ts';
import { beginSession, type Session, sessionEvent } from './model.ts';
import { insertSession } from './queries.ts';
import { issueRefreshToken } from './tokens.ts';

interface Move {
  /** Null names none. */
  readonly accountId: Uuid | null;
  readonly requestId: string;
  readonly now: Date;
}

/**
 * Begins a session in another account of its user in the place of a locked one, which ends. It lasts no
 * longer than that would have, and a second factor that was shown counts on.
 * @throws AppError unauthorized where they do not belong to that account.
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
