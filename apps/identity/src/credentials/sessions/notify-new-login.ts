import { type Confirmed, type Context, linkGone, lockLive } from '../../confirmations/lock-live.ts';
import { countRequests, markUsed } from '../../confirmations/queries.ts';
import { requestConfirmation } from '../../confirmations/request.ts';
import type { EmailConfirmation } from '../../domain/confirmation.ts';
import { isSessionOpen, type Session } from '../../domain/session.ts';
import type { User } from '../../domain/user.ts';
import { lockUser } from '../../records/users-queries.ts';
import type { Tx } from '../../schema.ts';
import { endAndRevokeSession } from './end.ts';
import { knowsOrigin, lockSession } from './queries.ts';

const DAY_MS = 86_400_000;
/** Mails per day, so that a traveling user is not mailed for each network. */
const MAILS_MAX = 5;

/** Mails a user about a login from a new device or network. Call before the session is stored. */
export async function notifyNewLogin(
  tx: Tx,
  user: Pick<User, 'id' | 'accountId' | 'email'>,
  session: Session,
  context: Context,
): Promise<void> {
  const { hasAny, hasSame } = await knowsOrigin(tx, user.id, session.origin);
  if (!hasAny || hasSame) return;
  const since = new Date(context.now.getTime() - DAY_MS);
  const { count } = await countRequests(tx, user.id, ['new_login'], since);
  if (count >= MAILS_MAX) return;
  const request = { purpose: 'new_login', email: user.email, causeId: session.id } as const;
  await requestConfirmation(tx, user, request, context);
}

/**
 * Ends a session that its user does not recognize. Their password is known to someone else, so a
 * reset link is mailed at once.
 */
export async function endUnknownLogin(
  tx: Tx,
  found: EmailConfirmation,
  { now, ...cause }: Context,
): Promise<Confirmed> {
  const user = await lockUser(tx, found.userId);
  const { confirmation } = await lockLive(tx, found, now);
  if (!user) throw linkGone();
  const session = await lockSession(tx, found.causeId);
  if (session && isSessionOpen(session, now))
    await endAndRevokeSession(tx, session, { accountId: user.accountId, ...cause }, now);
  await markUsed(tx, [confirmation.id], now);
  const reset = { purpose: 'password_reset', email: user.email } as const;
  await requestConfirmation(tx, user, reset, { ...cause, now });
  return { confirmation, isDone: true };
}
