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
import type { Deps } from '../../deps.ts';
import { type EmailConfirmation, isLive } from '../../domain/confirmation.ts';
import { type EmailHolders, isFree, undoEnd } from '../../domain/email-holders.ts';
import { changeUser, type User, userUpdated } from '../../domain/user.ts';
import { emailExists, releaseUnusedEmail } from '../../emails/operations.ts';
import { insertOrLockEmail, lockEmail, saveHolders } from '../../records/emails-queries.ts';
import { deleteOwnerReservationOf } from '../../records/owner-reservations-queries.ts';
import { findUser, lockUser, saveEmail, saveUser } from '../../records/users-queries.ts';
import { retryIfLocked } from '../../requests.ts';
import { revoke } from '../../revocations/revoke.ts';
import type { Tx } from '../../schema.ts';

/**
 * Confirms an email change for one mailbox. The last required confirmation makes the new email the
 * login; the former one stays reserved while the change can be undone.
 * @throws AppError email_exists; invalid_grant.
 */
export async function changeEmail(
  deps: Deps,
  found: EmailConfirmation,
  context: Context,
): Promise<Confirmed> {
  const { newEmail } = found;
  if (newEmail === null) throw linkGone();
  await releaseUnusedEmail(deps, newEmail);
  return deps.db
    .transaction()
    .execute((tx) => agree(tx, { ...found, newEmail }, context))
    .catch(retryIfLocked('this email is being changed'));
}

type Change = EmailConfirmation & { readonly newEmail: string };

async function agree(tx: Tx, found: Change, context: Context): Promise<Confirmed> {
  const { newEmail, userId, causeId } = found;
  const unlocked = await findUser(tx, userId);
  if (!unlocked) throw linkGone();
  const holders = await lockBoth(tx, found, unlocked.email, context.now);
  const user = await lockUser(tx, userId);
  const { confirmation, all } = await lockLive(tx, found, context.now);
  if (!user || user.email !== unlocked.email) throw linkGone();
  const others = all.filter(
    (each) => each.causeId === causeId && each.id !== found.id && each.usedAt === null,
  );
  if (others.length > 0) {
    // Waits for the other mailbox, without reserving the email until then.
    if (holders.isReservedByThis)
      await saveHolders(tx, newEmail, { accountId: null, userId: null, reservedUntil: null });
    await markUsed(tx, [confirmation.id], context.now);
    return { confirmation, isDone: false };
  }
  if (!holders.isReservedByThis && !isFree(holders.wanted, context.now)) throw emailExists();
  await deleteOwnerReservationOf(tx, newEmail);
  await markUsed(tx, all.filter((each) => isLive(each, context.now)).map(idOf), context.now);
  await moveTo(tx, user, { newEmail, former: holders.former }, context);
  return { confirmation, isDone: true };
}

/** Locks in one order, so concurrent requests cannot deadlock. */
async function lockBoth(tx: Tx, { id, newEmail }: Change, email: string, now: Date) {
  const reservation = { accountId: id, userId: null, reservedUntil: now };
  let wanted: EmailHolders = reservation;
  let former: EmailHolders | undefined;
  for (const each of [email, newEmail].toSorted())
    if (each === newEmail) wanted = await insertOrLockEmail(tx, each, reservation);
    else former = await lockEmail(tx, each);
  return { wanted, former, isReservedByThis: wanted.accountId === id };
}

async function moveTo(
  tx: Tx,
  before: User,
  { newEmail, former }: { newEmail: string; former: EmailHolders | undefined },
  context: Context,
): Promise<void> {
  const { now, ...cause } = context;
  const after = changeUser(before, { email: newEmail, emailVerifiedAt: now }, now);
  // An unverified former address is not asked to confirm and cannot undo the change.
  const undoId = before.emailVerifiedAt
    ? await requestConfirmation(
        tx,
        after,
        { purpose: 'email_undo', email: before.email, newEmail },
        context,
      )
    : null;
  if (former) {
    const ofAccount = former.accountId !== null;
    const kept = { accountId: undoId, userId: null, reservedUntil: undoEnd(now) };
    await saveHolders(
      tx,
      before.email,
      ofAccount || undoId === null ? { ...former, userId: null } : kept,
    );
  }
  await saveHolders(tx, newEmail, { accountId: null, userId: after.id, reservedUntil: null });
  await saveUser(tx, after);
  await saveEmail(tx, after.id, newEmail);
  await addToOutbox(tx, [userUpdated(before, after, cause)]);
  if (!before.emailVerifiedAt) await revoke(tx, { kind: 'principal', subject: after.id }, now);
}
