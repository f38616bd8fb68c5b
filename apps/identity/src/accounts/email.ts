import { AppError, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { requestConfirmation } from '../confirmations/request.ts';
import type { Deps } from '../deps.ts';
import { mayActOn, roleIn, type UserInAccounts } from '../domain/access.ts';
import { decideReservation, type EmailHolders, reservationEnd } from '../domain/email-holders.ts';
import type { Cause } from '../domain/event.ts';
import { changeUser, type User, userUpdated } from '../domain/user.ts';
import { canonicalEmail, emailExists, releaseUnusedEmail } from '../emails/operations.ts';
import { shareAccountLock } from '../records/accounts-queries.ts';
import {
  confirmEmail,
  findAccountEmail,
  lockEmail,
  reserveOrLockEmail,
  saveHolders,
  saveReservation,
} from '../records/emails-queries.ts';
import { deleteOwnerReservationOf } from '../records/owner-reservations-queries.ts';
import { findPerson, lockPerson } from '../records/person.ts';
import { findUser, saveEmail, saveUser } from '../records/users-queries.ts';
import { revoke } from '../revocations/revoke.ts';
import type { Tx } from '../schema.ts';

export interface AccountEmail {
  readonly accountId: Uuid;
  readonly email: string;
}

/**
 * Reserves a new email for an open account, for ten minutes.
 * @throws AppError email_exists while another holder has it; not_found if the account is unknown or
 * closed.
 */
export async function reserveAccountEmail(
  deps: Deps,
  { accountId, email: text }: AccountEmail,
): Promise<void> {
  const { db, now } = deps;
  const email = canonicalEmail(text);
  await releaseUnusedEmail(deps, email);
  await db.transaction().execute((tx) => reserve(tx, { accountId, email }, now()));
}

async function reserve(tx: Tx, { accountId, email }: AccountEmail, now: Date): Promise<void> {
  const reservation = { accountId, email, reservedUntil: reservationEnd(now) };
  const holders = await reserveOrLockEmail(tx, reservation);
  const status = await shareAccountLock(tx, accountId);
  if (status === undefined || status === 'closed')
    throw new AppError('not_found', 'there is no open account with this id');

  // An owner's own email may become the account's.
  const holder = holders.userId ? await findPerson(tx, holders.userId) : undefined;
  const creatorUserId = holder && isOwnerOf(holder, accountId) ? holder.user.id : null;
  const decision = decideReservation(holders, { accountId, creatorUserId }, now);
  if (decision === 'refuse') throw emailExists();
  if (decision === 'already_confirmed') return;
  // An expired reservation of this email for another new account loses it.
  await deleteOwnerReservationOf(tx, email);
  await saveReservation(tx, reservation);
}

/**
 * Makes a reserved email the account's, and the login of the owner who requested it and had the old
 * one. An expired reservation still counts while no one else has taken the email.
 * @throws AppError not_found when the reservation is gone.
 */
export async function confirmAccountEmail(
  { db, now }: Deps,
  { accountId, email: text, userId, ...cause }: EmailConfirmation & Cause,
): Promise<void> {
  const email = canonicalEmail(text);
  const asked = { accountId, email, userId };
  await db.transaction().execute((tx) => confirm(tx, asked, { ...cause, now: now() }));
}

export interface EmailConfirmation extends AccountEmail {
  /** The requesting user; null if the caller does not name one. */
  readonly userId: Uuid | null;
}

interface Context extends Cause {
  readonly now: Date;
}

async function confirm(
  tx: Tx,
  { accountId, email, userId }: EmailConfirmation,
  context: Context,
): Promise<void> {
  const current = await findAccountEmail(tx, accountId);
  if (current === email) return;
  const locked = await lockEmails(tx, current === undefined ? [email] : [current, email]);
  const holders = locked.get(email);
  if (holders?.accountId !== accountId) throw reservationGone();
  if (holders.reservedUntil === null) return;
  if ((await findAccountEmail(tx, accountId)) !== current)
    throw new AppError('unavailable', 'the email of this account is being changed; retry');
  if ((await shareAccountLock(tx, accountId)) === 'closed') throw reservationGone();

  const former = current === undefined ? undefined : locked.get(current);
  const owner =
    holders.userId === null
      ? await lockOwner(tx, { ownerId: former?.userId, accountId, askedBy: userId })
      : undefined;
  if (current !== undefined && former)
    await saveHolders(tx, current, {
      accountId: null,
      userId: owner ? null : former.userId,
      reservedUntil: null,
    });
  if (owner) await changeLogin(tx, owner, email, context);
  await confirmEmail(tx, email, owner?.id ?? holders.userId);
}

/** Locks in one order, so concurrent requests cannot deadlock. */
async function lockEmails(
  tx: Tx,
  emails: readonly string[],
): Promise<ReadonlyMap<string, EmailHolders>> {
  const locked = new Map<string, EmailHolders>();
  for (const email of emails.toSorted()) {
    const holders = await lockEmail(tx, email);
    if (holders) locked.set(email, holders);
  }
  return locked;
}

/**
 * The owner whose login moves with the account's email; undefined if the email is not their login.
 */
async function lockOwner(
  tx: Tx,
  {
    ownerId,
    accountId,
    askedBy,
  }: { ownerId: Uuid | null | undefined; accountId: Uuid; askedBy: Uuid | null },
): Promise<User | undefined> {
  const actor = askedBy === null ? undefined : await findUser(tx, askedBy);
  const owner = ownerId ? await lockPerson(tx, ownerId) : undefined;
  if (!actor || !owner || !isOwnerOf(owner, accountId)) return undefined;
  const { id: userId, role } = actor;
  return mayActOn({ userId, accountId, role }, owner.person, 'set_email') ? owner.user : undefined;
}

function isOwnerOf({ person }: UserInAccounts, accountId: Uuid): boolean {
  const role = roleIn(person, accountId);
  return person.accountId === accountId && (role === 'owner' || role === 'admin');
}

async function changeLogin(
  tx: Tx,
  before: User,
  email: string,
  { now, ...cause }: Context,
): Promise<void> {
  const after = changeUser(before, { email, emailVerifiedAt: null }, now);
  await saveUser(tx, after);
  await saveEmail(tx, after.id, email);
  await addToOutbox(tx, [userUpdated(before, after, cause)]);
  const request = { purpose: 'verify_email', email } as const;
  await requestConfirmation(tx, after, request, { ...cause, now });
  // An unverified address may restrict the user, so gateways re-read the session.
  if (before.emailVerifiedAt) await revoke(tx, { kind: 'principal', subject: after.id }, now);
}

function reservationGone(): AppError {
  return new AppError('not_found', 'the reservation of this email has expired; reserve it again');
}
