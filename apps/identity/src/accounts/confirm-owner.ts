import { AppError, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Deps } from '../deps.ts';
import { requestConfirmation } from '../email-confirmations/request.ts';
import { confirmEmail, lockEmail } from '../emails/queries.ts';
import type { Cause } from '../event-model.ts';
import { revoke } from '../revocations/revoke.ts';
import type { Tx } from '../schema.ts';
import type { Membership } from '../users/decide.ts';
import { changeUser, newUser, userCreated, userUpdated } from '../users/model.ts';
import { insertUser, lockUser, saveUser } from '../users/queries.ts';
import { insertAccount, isAccountKnown } from './queries.ts';
import {
  deleteOwnerReservation,
  findOwnerReservation,
  type OwnerReservation,
} from './reservation-queries.ts';

export interface OwnerConfirmation extends Cause {
  readonly accountId: Uuid;
  /** Whether the account begins as one that is only read. */
  readonly readOnly: boolean;
}

interface Context extends Cause {
  readonly now: Date;
}

/**
 * Turns a reservation into the account's owner, who can log in from then on. One that has expired
 * still counts as long as nobody took the email over.
 * @throws AppError not_found when the reservation is gone.
 */
export async function confirmOwner(
  { db, now, awaitGateways }: Deps,
  confirmation: OwnerConfirmation,
): Promise<void> {
  const reservation = await db
    .transaction()
    .execute((tx) => confirm(tx, { ...confirmation, now: now() }));
  // Whoever was a user before has tokens, which from now on speak for the account. When it was
  // done before, nothing says any more whether there is such a user.
  if (reservation?.creatorUserId !== null) await awaitGateways();
}

/** Returns what was confirmed; undefined when that was done before. */
async function confirm(
  tx: Tx,
  { accountId, readOnly, ...context }: OwnerConfirmation & Context,
): Promise<OwnerReservation | undefined> {
  const reservation = await lockReservation(tx, accountId);
  if (!reservation) {
    if (await isAccountKnown(tx, accountId)) return undefined;
    throw reservationGone();
  }
  await insertAccount(tx, accountId, readOnly ? 'read_only' : 'open');
  await makeOwner(tx, reservation, context);
  await confirmEmail(tx, reservation.email, reservation.userId);
  await deleteOwnerReservation(tx, accountId);
  return reservation;
}

/** Locks the email, as everybody does who wants it, and reads what it is reserved for. */
async function lockReservation(tx: Tx, accountId: Uuid): Promise<OwnerReservation | undefined> {
  const unlocked = await findOwnerReservation(tx, accountId);
  const holders = unlocked && (await lockEmail(tx, unlocked.email));
  if (holders?.accountId !== accountId) return undefined;
  return findOwnerReservation(tx, accountId);
}

async function makeOwner(
  tx: Tx,
  { accountId, userId, creatorUserId, email, name, role, passwordHash }: OwnerReservation,
  context: Context,
): Promise<void> {
  if (userId === creatorUserId) {
    const isOwner = await joinAccount(tx, userId, { accountId, role }, context);
    if (!isOwner) throw reservationGone();
    return;
  }
  const owner = newUser({ id: userId, email, name, accountId, role }, context.now);
  await insertUser(tx, owner, passwordHash);
  await addToOutbox(tx, [userCreated(owner, context)]);
  if (!owner.emailVerifiedAt)
    await requestConfirmation(tx, owner, { purpose: 'sign_up', email }, context);
  if (creatorUserId) await joinAccount(tx, creatorUserId, { accountId, role: 'owner' }, context);
}

/** Makes a user one of the account, unless they have one by now; returns whether it did. */
async function joinAccount(
  tx: Tx,
  userId: Uuid,
  membership: Membership,
  { now, ...cause }: Context,
): Promise<boolean> {
  const before = await lockUser(tx, userId);
  if (!before || before.accountId !== null) return false;
  const after = changeUser(before, membership, now);
  await saveUser(tx, after);
  await addToOutbox(tx, [userUpdated(before, after, cause)]);
  await revoke(tx, { kind: 'principal', subject: userId }, now);
  return true;
}

function reservationGone(): AppError {
  return new AppError('not_found', 'the reservation of this account is gone: reserve again');
}
