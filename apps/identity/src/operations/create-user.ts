import { AppError, type Caller, newId, type Reply, type Uuid } from '@florin/contracts';
import { addToOutbox, type IdempotencyKey, runOnce } from '@florin/database';
import type { Kysely, Transaction } from 'kysely';
import type { Cause } from '../domain/cause.ts';
import { decideFirstPlace, type Place, type PlaceWish } from '../domain/place.ts';
import { isFree } from '../domain/reservation.ts';
import { toUserResource, type User } from '../domain/user.ts';
import { userCreated } from '../domain/user-events.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { findHold, saveHolders, takeOrLockEmail } from '../store/emails.ts';
import { deleteOwnerReservationOf } from '../store/owner-reservations.ts';
import { insertUser } from '../store/save-users.ts';
import type { IdentityTables } from '../store/schema.ts';
import { busyIfLocked } from './busy.ts';
import { emailExistsReply } from './email-exists.ts';
import { freeClosedEmail } from './free-closed-email.ts';
import { holdOpenAccount } from './hold-open-account.ts';

export interface CreateUserRequest {
  /** Canonical. */
  readonly email: string;
  readonly name: string | null;
  readonly password: string;
  readonly place: PlaceWish;
}

/** Makes a user; the caller decides whether in an account and as what. */
export function makeCreateUser({
  db,
  passwords,
  now,
}: {
  readonly db: Kysely<IdentityTables>;
  readonly passwords: PasswordHasher;
  readonly now: () => Date;
}) {
  return async (
    caller: Caller,
    { email, name, password, place: wish }: CreateUserRequest,
    cause: Cause,
    key: IdempotencyKey | undefined,
  ): Promise<Reply> => {
    const place = decideFirstPlace(caller, wish);
    if (place instanceof AppError) throw place;
    const passwordHash = await passwords.hash(password);
    await freeClosedEmail(db, email);
    return runOnce(db, key, async (tx) => {
      const user = beginUser({ email, name }, place, now());
      if (!(await takeEmail(tx, email, user.id, now()))) return emailExistsReply();
      if (place.accountId !== null) await holdOpenAccount(tx, place.accountId);
      await insertUser(tx, user, passwordHash);
      await addToOutbox(tx, [userCreated(user, cause)]);
      return { status: 201, body: toUserResource(user) };
    });
  };
}

function beginUser(given: Pick<User, 'email' | 'name'>, place: Place, now: Date): User {
  return {
    ...given,
    ...place,
    id: newId(),
    username: null,
    status: 'active',
    version: 1n,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Whether the user has the email now. Of the many who want it at once only those wait who came before
 * one of them had it.
 * @throws AppError conflict while somebody else takes or gives it up for long.
 */
async function takeEmail(
  tx: Transaction<IdentityTables>,
  email: string,
  userId: Uuid,
  now: Date,
): Promise<boolean> {
  const wanted = { accountId: null, userId, reservedUntil: null };
  const seen = await findHold(tx, email);
  if (seen && !isFree(seen, now)) return false;
  const hold = await takeOrLockEmail(tx, email, wanted).catch(
    busyIfLocked('somebody else takes this email just now'),
  );
  if (hold.userId === userId) return true;
  if (!isFree(hold, now)) return false;
  // Whoever was opening an account with it and let it run out comes too late.
  await deleteOwnerReservationOf(tx, email);
  await saveHolders(tx, email, wanted);
  return true;
}
