import { AppError, parseEmail, type Reply, refuse, type Uuid } from '@florin/contracts';
import { deleteOwnerReservationOf } from '../accounts/reservation-queries.ts';
import { CLOSED_EARLIER, terminateUsersOf } from '../accounts/terminate-users.ts';
import type { Deps } from '../deps.ts';
import { retryIfLocked } from '../requests.ts';
import type { Db, Tx } from '../schema.ts';
import { findUser, lockUser } from '../users/queries.ts';
import { isFree, isStale } from './decide.ts';
import {
  findClosedHolder,
  findHolders,
  giveUpEmail,
  insertOrLockEmail,
  lockEmail,
  saveHolders,
} from './queries.ts';

/**
 * The form in which emails are compared and stored.
 * @throws AppError invalid_request when it is no email.
 */
export function canonicalEmail(text: string): string {
  const email = parseEmail(text);
  if (email === undefined) throw new AppError('invalid_request', 'email: must be an email address');
  return email;
}

const EMAIL_EXISTS = 'this email belongs to another user or account: use another';

/** For services: nothing of the attempt stays. */
export function emailExists(): AppError {
  return new AppError('email_exists', EMAIL_EXISTS);
}

/** For clients: stored with their Idempotency-Key. */
export function emailExistsReply(): Reply {
  return refuse('email_exists', EMAIL_EXISTS);
}

/**
 * Frees an email that only a closed account still holds, before somebody takes it: one that was closed
 * by an older version, or whose closing was cut off after its users were suspended.
 */
async function freeEmailOfClosedAccount(db: Db, email: string, now: Date): Promise<void> {
  const accountId = await findClosedHolder(db, email);
  if (accountId === undefined) return;
  await db
    .transaction()
    .execute((tx) => terminateUsersOf(tx, accountId, { ...CLOSED_EARLIER, now }))
    .catch(retryIfLocked('the account that had this email is being closed'));
}

/** Frees an email, before somebody takes it, that only such hold as have no claim to it any more. */
export async function freeEmailNobodyUses(
  { db, now, requiresVerifiedEmail }: Pick<Deps, 'db' | 'now' | 'requiresVerifiedEmail'>,
  email: string,
): Promise<void> {
  await freeEmailOfClosedAccount(db, email, now());
  if (!requiresVerifiedEmail) return;
  await db
    .transaction()
    .execute((tx) => freeUnverifiedEmail(tx, email, now()))
    .catch(retryIfLocked('this email changes just now'));
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
 * Whether the user has the email now. Of the many who want it at once only those wait who came before
 * one of them had it.
 * @throws AppError conflict while somebody else takes or gives it up for long.
 */
export async function takeEmail(tx: Tx, email: string, userId: Uuid, now: Date): Promise<boolean> {
  const wanted = { accountId: null, userId, reservedUntil: null };
  const seen = await findHolders(tx, email);
  if (seen && !isFree(seen, now)) return false;
  const holders = await insertOrLockEmail(tx, email, wanted).catch(
    retryIfLocked('somebody else takes this email just now'),
  );
  if (holders.userId === userId) return true;
  if (!isFree(holders, now)) return false;
  // Whoever was opening an account with it and let the reservation expire comes too late.
  await deleteOwnerReservationOf(tx, email);
  await saveHolders(tx, email, wanted);
  return true;
}
