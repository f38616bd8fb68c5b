import type { Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Deps } from '../deps.ts';
import type { EmailConfirmation } from '../domain/confirmation.ts';
import type { Cause } from '../domain/event.ts';
import { changeUser, userUpdated } from '../domain/user.ts';
import { readLink } from '../email-confirmations/confirm.ts';
import { type Context, idOf, linkGone, lockLive } from '../email-confirmations/lock-live.ts';
import { markUsed } from '../email-confirmations/queries.ts';
import { deleteFactor } from '../factors/queries.ts';
import { deleteFailures } from '../login/queries.ts';
import { throttleKeyOf } from '../login/throttle.ts';
import { revoke, thenAwaitGateways } from '../revocations/revoke.ts';
import type { Tx } from '../schema.ts';
import { endSessions } from '../sessions/end.ts';
import { lockOpenSessions } from '../sessions/queries.ts';
import { lockUser, savePassword, saveUser } from '../users/queries.ts';

/**
 * Reads an unused password reset link.
 * @throws AppError invalid_grant
 */
export async function readResetLink(deps: Deps, token: string): Promise<EmailConfirmation> {
  const found = await readLink(deps, token);
  if (found.purpose !== 'password_reset') throw linkGone();
  return found;
}

/**
 * Sets the password that a user chose by a reset link, once. Ends all their sessions and other
 * links, and marks the address as verified.
 * @throws AppError invalid_grant
 */
export function resetPassword(
  deps: Deps,
  {
    token,
    password,
    address,
    ...cause
  }: Cause & { token: string; password: string; address: string | undefined },
): Promise<{ readonly userId: Uuid; readonly email: string }> {
  return thenAwaitGateways(deps, async () => {
    const { db, passwords, now } = deps;
    const found = await readResetLink(deps, token);
    const passwordHash = await passwords.hash(password);
    const user = await db
      .transaction()
      .execute((tx) => reset(tx, { found, passwordHash }, { ...cause, now: now() }));
    // Wrong guesses by others must not delay the user's next login.
    await deleteFailures(db, throttleKeyOf(user.email, address));
    return { userId: user.id, email: user.email };
  });
}

async function reset(
  tx: Tx,
  { found, passwordHash }: { found: EmailConfirmation; passwordHash: string },
  { now, ...cause }: Context,
) {
  const before = await lockUser(tx, found.userId);
  const { confirmation, all } = await lockLive(tx, found, now);
  if (before?.email !== confirmation.email || before.status === 'suspended') throw linkGone();
  // The creator of the login could have added a second factor that the user does not have.
  if (before.emailVerifiedAt === null || before.createdBy !== null)
    await deleteFactor(tx, before.id);
  // The reader of the mailbox chose it, so the login is now the user's own.
  const own = { createdBy: null, hasOwnPassword: true };
  const emailVerifiedAt = before.emailVerifiedAt ?? now;
  const after = changeUser(before, { emailVerifiedAt, ...own }, now);
  await saveUser(tx, after);
  await savePassword(tx, after.id, passwordHash);
  const isOver = ({ purpose, usedAt }: EmailConfirmation) =>
    usedAt === null && purpose !== 'email_undo' && purpose !== 'invitation';
  await markUsed(tx, all.filter(isOver).map(idOf), now);
  await addToOutbox(tx, [userUpdated(before, after, cause)]);
  const sessions = await lockOpenSessions(tx, [after.id], now);
  await endSessions(tx, sessions, { accountId: after.accountId, ...cause }, now);
  await revoke(tx, { kind: 'user', subject: after.id }, now);
  return after;
}
