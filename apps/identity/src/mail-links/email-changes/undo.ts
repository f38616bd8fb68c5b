import { addToOutbox } from '@florin/database';
import {
  type Confirmed,
  type Context,
  idOf,
  linkGone,
  lockLive,
} from '../../confirmations/lock-live.ts';
import { markUsed } from '../../confirmations/queries.ts';
import { requestConfirmation } from '../../confirmations/request.ts';
import { endSessions } from '../../credentials/sessions/end.ts';
import { lockOpenSessions } from '../../credentials/sessions/queries.ts';
import type { Deps } from '../../deps.ts';
import { type EmailConfirmation, isLive } from '../../domain/confirmation.ts';
import { changeUser, userUpdated } from '../../domain/user.ts';
import { emailExists } from '../../emails/operations.ts';
import { lockEmail, saveHolders } from '../../records/emails-queries.ts';
import { findUser, lockUser, saveEmail, saveUser } from '../../records/users-queries.ts';
import { retryIfLocked } from '../../requests.ts';
import { revoke } from '../../revocations/revoke.ts';
import type { Tx } from '../../schema.ts';
import { leaveJoined } from './leave-joined.ts';

/**
 * Restores a user's former email. A thief may know the password: ends all sessions, mails a reset
 * link, and ends memberships that began by mail to the new address.
 * @throws AppError email_exists; invalid_grant.
 */
export async function undoEmailChange(
  deps: Deps,
  found: EmailConfirmation,
  context: Context,
): Promise<Confirmed> {
  return deps.db
    .transaction()
    .execute((tx) => undo(tx, found, context))
    .catch(retryIfLocked('this email is being changed'));
}

async function undo(tx: Tx, found: EmailConfirmation, context: Context): Promise<Confirmed> {
  const { now, ...cause } = context;
  const unlocked = await findUser(tx, found.userId);
  if (!unlocked) throw linkGone();
  const holders = new Map();
  for (const email of [found.email, unlocked.email].toSorted())
    holders.set(email, await lockEmail(tx, email));
  const before = await lockUser(tx, found.userId);
  const { confirmation, all } = await lockLive(tx, found, now);
  if (!before || before.email !== unlocked.email) throw linkGone();
  const kept = holders.get(found.email);
  const isKept = kept?.accountId === found.id || kept?.accountId === before.accountId;
  if (!kept || kept.userId !== null || !isKept) throw emailExists();
  const left = holders.get(before.email);
  if (left) await saveHolders(tx, before.email, { ...left, userId: null });
  const ofAccount = kept.accountId !== found.id;
  await saveHolders(tx, found.email, {
    accountId: ofAccount ? kept.accountId : null,
    userId: before.id,
    reservedUntil: null,
  });
  const { accountId, role } = await leaveJoined(tx, before, confirmation.createdAt, context);
  const changed = { email: found.email, emailVerifiedAt: now, accountId, role };
  const after = changeUser(before, changed, now);
  await saveUser(tx, after);
  await saveEmail(tx, after.id, found.email);
  await markUsed(
    tx,
    all.filter((each) => isLive(each, now) && each.purpose !== 'invitation').map(idOf),
    now,
  );
  await addToOutbox(tx, [userUpdated(before, after, cause)]);
  await requestConfirmation(tx, after, { purpose: 'password_reset', email: after.email }, context);
  const sessions = await lockOpenSessions(tx, [after.id], now);
  await endSessions(tx, sessions, { accountId: after.accountId, ...cause }, now);
  await revoke(tx, { kind: 'user', subject: after.id }, now);
  return { confirmation, isDone: true };
}
