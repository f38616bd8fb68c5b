import { AppError, parseEmail, type Reply, refuse, type Uuid } from '@florin/contracts';
import type { Deps } from '../deps.ts';
import { isFree, isStale } from '../domain/email-holders.ts';
import {
  findClosedHolder,
  findHolders,
  giveUpEmail,
  insertOrLockEmail,
  lockEmail,
  saveHolders,
} from '../records/emails-queries.ts';
import { deleteOwnerReservationOf } from '../records/owner-reservations-queries.ts';
import { findUser, lockUser } from '../records/users-queries.ts';
import { CLOSED_EARLIER, terminateUsersOf } from '../removal/terminate-users.ts';
import { retryIfLocked } from '../requests.ts';
import type { Db, Tx } from '../schema.ts';

/**
 * Canonical form of an email, used for comparison and storage.
 * @throws AppError invalid_request if it is not an email address.
 */
export function canonicalEmail(text: string): string {
  const email = parseEmail(text);
  if (email === undefined) throw new AppError('invalid_request', 'email: must be an email address');
  return email;
}

const EMAIL_EXISTS = 'this email belongs to another user or account; use another one';

/** Error for services, which rolls the attempt back. */
export function emailExists(): AppError {
  return new AppError('email_exists', EMAIL_EXISTS);
}

/** Reply for clients, stored with their Idempotency-Key. */
export function emailExistsReply(): Reply {
  return refuse('email_exists', EMAIL_EXISTS);
}

/**
 * Frees an email that only a closed account holds: one closed by an older version, or whose closing
 * was interrupted after its users were suspended.
 */
async function freeEmailOfClosedAccount(db: Db, email: string, now: Date): Promise<void> {
  const accountId = await findClosedHolder(db, email);
  if (accountId === undefined) return;
  await db
    .transaction()
    .execute((tx) => terminateUsersOf(tx, accountId, { ...CLOSED_EARLIER, now }))
    .catch(retryIfLocked('the account that had this email is being closed'));
}

/** Frees an email whose holders have lost their claim to it, before another user takes it. */
export async function releaseUnusedEmail(
  { db, now, requiresVerifiedEmail }: Pick<Deps, 'db' | 'now' | 'requiresVerifiedEmail'>,
  email: string,
): Promise<void> {
  await freeEmailOfClosedAccount(db, email, now());
  if (!requiresVerifiedEmail) return;
  await db
    .transaction()
    .execute((tx) => freeUnverifiedEmail(tx, email, now()))
    .catch(retryIfLocked('this email is being changed'));
}

async function freeUnverifiedEmail(tx: Tx, email: string, now: Date): Promise<void> {
  const seen = await findHolders(tx, email);
  const unlocked = seen?.userId ? await findUser(tx, seen.userId) : undefined;
  if (!unlocked || !isStale(unlocked, now)) return;
  const holders = await lockEmail(tx, email);
  const user = holders?.userId ? await lockUser(tx, holders.userId) : undefined;
  if (!user || !isStale(user, now)) return;
  await saveHolders(tx, email, { accountId: null, userId: null, reservedUntil: null });
  await giveUpEmail(tx, user.id);
}

/**
 * Takes an email for a user; false if another holder has it. Reads without a lock first, so that
 * requests fail fast once the email is taken.
 * @throws AppError conflict while a slow transaction holds the email.
 */
export async function takeEmail(tx: Tx, email: string, userId: Uuid, now: Date): Promise<boolean> {
  const wanted = { accountId: null, userId, reservedUntil: null };
  const seen = await findHolders(tx, email);
  if (seen && !isFree(seen, now)) return false;
  const holders = await insertOrLockEmail(tx, email, wanted).catch(
    retryIfLocked('this email is being claimed by another request'),
  );
  if (holders.userId === userId) return true;
  if (!isFree(holders, now)) return false;
  // An expired reservation of this email for a new account loses it.
  await deleteOwnerReservationOf(tx, email);
  await saveHolders(tx, email, wanted);
  return true;
}
