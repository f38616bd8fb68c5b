import { AppError, newId, type Uuid } from '@florin/contracts';
import type { Deps } from '../deps.ts';
import { decideReservation, type OwnerRole, reservationEnd } from '../domain/email-holders.ts';
import { passwordIsNotOwn } from '../domain/user.ts';
import { canonicalEmail, emailExists, releaseUnusedEmail } from '../emails/operations.ts';
import { isAccountKnown } from '../records/accounts-queries.ts';
import {
  findHolders,
  releaseReservation,
  reserveOrLockEmail,
  saveReservation,
} from '../records/emails-queries.ts';
import {
  deleteOwnerReservation,
  findOwnerReservation,
  type OwnerReservation,
  saveOwnerReservation,
} from '../records/owner-reservations-queries.ts';
import { findUser } from '../records/users-queries.ts';
import type { Tx } from '../schema.ts';

export interface OwnerRequest {
  readonly accountId: Uuid;
  readonly email: string;
  readonly name: string | null;
  readonly passwordHash: string;
  readonly role: OwnerRole;
  readonly creatorUserId: Uuid | null;
}

/**
 * Reserves an email for an account that is being opened, and stores its future owner.
 * @returns the id of that user
 * @throws AppError email_exists; conflict for a creator whose password another account may know.
 */
export async function reserveOwner(deps: Deps, request: OwnerRequest): Promise<Uuid> {
  const { db, now } = deps;
  const email = canonicalEmail(request.email);
  await releaseUnusedEmail(deps, email);
  return db.transaction().execute((tx) => reserve(tx, { ...request, email }, now()));
}

async function reserve(tx: Tx, request: OwnerRequest, now: Date): Promise<Uuid> {
  const { accountId, email } = request;
  const creator = request.creatorUserId ? await findUser(tx, request.creatorUserId) : undefined;
  if (creator?.accountId === null && creator.createdBy !== null) throw passwordIsNotOwn();
  const creatorUserId = creator?.accountId === null ? creator.id : null;
  const reservation = { email, accountId, reservedUntil: reservationEnd(now) };

  const wanted = { accountId, creatorUserId };
  // Reads without a lock, so that requests fail fast once the email is taken.
  const seen = await findHolders(tx, email);
  if (seen && decideReservation(seen, wanted, now) === 'refuse') throw emailExists();
  const holders = await reserveOrLockEmail(tx, reservation);
  const decision = decideReservation(holders, wanted, now);
  if (decision === 'refuse') throw emailExists();
  if (decision === 'already_confirmed') return holders.userId ?? '';
  if (await isAccountKnown(tx, accountId))
    throw new AppError('conflict', 'this account is already open with another email');

  const earlier = await findOwnerReservation(tx, accountId);
  if (earlier && earlier.email !== email) {
    await deleteOwnerReservation(tx, accountId);
    await releaseReservation(tx, { email: earlier.email, accountId });
  }
  const userId = decision === 'reserve_for_creator' ? creatorUserId : newOwnerId(earlier);
  const ownerReservation = { ...request, creatorUserId, userId: userId ?? newId() };
  await saveReservation(tx, reservation);
  await saveOwnerReservation(tx, ownerReservation);
  return ownerReservation.userId;
}

/** A repetition reuses the id of the user who is not created yet. */
function newOwnerId(earlier: OwnerReservation | undefined): Uuid | undefined {
  return earlier && earlier.userId !== earlier.creatorUserId ? earlier.userId : undefined;
}
