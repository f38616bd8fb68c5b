import { AppError, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { requestConfirmation } from '../confirmations/request.ts';
import type { Deps } from '../deps.ts';
import type { Cause } from '../domain/event.ts';
import { changeUser, newUser, userCreated, userUpdated } from '../domain/user.ts';
import type { Membership } from '../domain/user-change.ts';
import { insertAccount, isAccountKnown } from '../records/accounts-queries.ts';
import { confirmEmail, lockEmail } from '../records/emails-queries.ts';
import {
  deleteOwnerReservation,
  findOwnerReservation,
  type OwnerReservation,
} from '../records/owner-reservations-queries.ts';
import { insertUser, lockUser, saveUser } from '../records/users-queries.ts';
import { revoke } from '../revocations/revoke.ts';
import type { Tx } from '../schema.ts';

export interface OwnerConfirmation extends Cause {
  readonly accountId: Uuid;
  /** Whether the account starts as read-only. */
  readonly readOnly: boolean;
}

interface Context extends Cause {
  readonly now: Date;
}

/**
 * Turns a reservation into the account's owner, who can then log in. An expired reservation still
 * counts while no one else has taken the email.
 * @throws AppError not_found when the reservation is gone.
 */
export async function confirmOwner(
  { db, now, awaitGateways }: Deps,
  confirmation: OwnerConfirmation,
): Promise<void> {
  const reservation = await db
    .transaction()
    .execute((tx) => confirm(tx, { ...confirmation, now: now() }));
  // An existing user has tokens that now act for the account. On a repetition the reservation is
  // gone and does not show whether there is such a user.
  if (reservation?.creatorUserId !== null) await awaitGateways();
}

/** Returns the confirmed reservation; undefined if it was confirmed earlier. */
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

/** Locks the email, as every writer of emails does, and reads its reservation. */
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

/** Adds a user to the account unless they belong to it; returns whether it did. */
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
  return new AppError('not_found', 'the reservation of this account has expired; reserve again');
}
