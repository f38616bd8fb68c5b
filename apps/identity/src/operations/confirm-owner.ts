import { AppError, type Role, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Kysely, Transaction } from 'kysely';
import type { Cause } from '../domain/cause.ts';
import { changeUser, type User } from '../domain/user.ts';
import { userCreated, userUpdated } from '../domain/user-events.ts';
import { insertAccount, isAccountKnown } from '../store/accounts.ts';
import { confirmEmail, lockEmail } from '../store/emails.ts';
import {
  deleteOwnerReservation,
  findOwnerReservation,
  type OwnerReservation,
} from '../store/owner-reservations.ts';
import { insertUser, saveUser } from '../store/save-users.ts';
import type { IdentityTables } from '../store/schema.ts';
import { lockUser } from '../store/users.ts';
import type { AwaitGateways } from './await-gateways.ts';
import { revoke } from './revoke.ts';

export interface ConfirmOwnerRequest extends Cause {
  readonly accountId: Uuid;
  /** Whether the account begins as one that is only read. */
  readonly readOnly: boolean;
}

interface Context extends Cause {
  readonly now: Date;
}

/**
 * Turns a reservation into the account's owner, who can log in from then on. One that has run out
 * still counts as long as nobody took the email over.
 * @throws AppError not_found when the reservation is gone.
 */
export function makeConfirmOwner({
  db,
  now,
  awaitGateways,
}: {
  readonly db: Kysely<IdentityTables>;
  readonly now: () => Date;
  readonly awaitGateways: AwaitGateways;
}) {
  return async ({ accountId, readOnly, ...cause }: ConfirmOwnerRequest): Promise<void> => {
    const reservation = await db
      .transaction()
      .execute((tx) => confirm(tx, { accountId, readOnly, ...cause, now: now() }));
    // Whoever was a user before has tokens, which from now on speak for the account. When it was
    // done before, nobody knows any more whether there is such a user.
    if (reservation?.creatorUserId !== null) await awaitGateways();
  };
}

/** Returns what was confirmed; undefined when that was done before. */
async function confirm(
  tx: Transaction<IdentityTables>,
  { accountId, readOnly, ...context }: ConfirmOwnerRequest & Context,
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

/** Locks the email, by which everybody who wants it goes, and reads what it is reserved for. */
async function lockReservation(
  tx: Transaction<IdentityTables>,
  accountId: Uuid,
): Promise<OwnerReservation | undefined> {
  const unlocked = await findOwnerReservation(tx, accountId);
  const hold = unlocked && (await lockEmail(tx, unlocked.email));
  if (hold?.accountId !== accountId) return undefined;
  return findOwnerReservation(tx, accountId);
}

async function makeOwner(
  tx: Transaction<IdentityTables>,
  { accountId, userId, creatorUserId, ...reservation }: OwnerReservation,
  context: Context,
): Promise<void> {
  if (userId === creatorUserId) {
    const isOwner = await joinAccount(tx, userId, { accountId, role: reservation.role }, context);
    if (!isOwner) throw reservationGone();
    return;
  }
  const { now } = context;
  const owner: User = {
    id: userId,
    email: reservation.email,
    username: null,
    name: reservation.name,
    status: 'active',
    accountId,
    role: reservation.role,
    version: 1n,
    createdAt: now,
    updatedAt: now,
  };
  await insertUser(tx, owner, reservation.passwordHash);
  await addToOutbox(tx, [userCreated(owner, context)]);
  if (creatorUserId) await joinAccount(tx, creatorUserId, { accountId, role: 'owner' }, context);
}

/** Gives a user the account, unless they have one by now; returns whether it did. */
async function joinAccount(
  tx: Transaction<IdentityTables>,
  userId: Uuid,
  place: { readonly accountId: Uuid; readonly role: Role },
  { now, ...cause }: Context,
): Promise<boolean> {
  const before = await lockUser(tx, userId);
  if (!before || before.accountId !== null) return false;
  const after = changeUser(before, place, now);
  await saveUser(tx, after);
  await addToOutbox(tx, [userUpdated(before, after, cause)]);
  await revoke(tx, { kind: 'principal', subject: userId }, now);
  return true;
}

function reservationGone(): AppError {
  return new AppError('not_found', 'the reservation of this account is gone: reserve again');
}
