import type { Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Deps } from '../deps.ts';
import { readLink } from '../email-confirmations/confirm.ts';
import { type Context, idOf, linkGone, lockLive } from '../email-confirmations/lock-live.ts';
import type { EmailConfirmation } from '../email-confirmations/model.ts';
import { markUsed } from '../email-confirmations/queries.ts';
import type { Cause } from '../event-model.ts';
import { deleteFactor } from '../factors/queries.ts';
import { deleteFailures } from '../login/queries.ts';
import { throttleKeyOf } from '../login/throttle.ts';
import { revoke, thenAwaitGateways } from '../revocations/revoke.ts';
import type { Tx } from '../schema.ts';
import { endSessions } from '../sessions/end.ts';
import { lockOpenSessions } from '../sessions/queries.ts';
import { changeUser, userUpdated } from '../users/model.ts';
import { lockUser, savePassword, saveUser } from '../users/queries.ts';

/**
 * A link of before that still may be used to choose a password.
 * @throws AppError invalid_grant
 */
export async function readResetLink(deps: Deps, token: string): Promise<EmailConfirmation> {
  const found = await readLink(deps, token);
  if (found.purpose !== 'password_reset') throw linkGone();
  return found;
}

/**
 * Gives a user the password that they chose by a link, once. All of their sessions end, and no other
 * link of theirs does anything any more; whoever has it has shown that they read mail at their address.
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
    // Whoever comes back from guesses need not wait for them.
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
  // The maker of the login could have added a second factor that its person does not have.
  if (before.emailVerifiedAt === null || before.createdBy !== null)
    await deleteFactor(tx, before.id);
  // Chosen by a reader of their mail: the login is their own.
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
