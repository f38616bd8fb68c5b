import type { Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { type Context, idOf, linkGone, lockLive } from '../../confirmations/lock-live.ts';
import { markUsed } from '../../confirmations/queries.ts';
import { readLink } from '../../confirmations/read-link.ts';
import { deleteFactor } from '../../credentials/factors/queries.ts';
import { deleteFailures } from '../../credentials/login/queries.ts';
import { throttleKeyOf } from '../../credentials/login/throttle.ts';
import { endSessions } from '../../credentials/sessions/end.ts';
import { lockOpenSessions } from '../../credentials/sessions/queries.ts';
import type { Deps } from '../../deps.ts';
import type { EmailConfirmation } from '../../domain/confirmation.ts';
import type { Cause } from '../../domain/event.ts';
import { changeUser, userUpdated } from '../../domain/user.ts';
import { lockUser, savePassword, saveUser } from '../../records/users-queries.ts';
import { revoke, thenAwaitGateways } from '../../revocations/revoke.ts';
import type { Tx } from '../../schema.ts';

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
