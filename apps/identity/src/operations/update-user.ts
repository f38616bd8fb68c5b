import { AppError, type Caller, type Reply, refuse, type Uuid } from '@florin/contracts';
import { addToOutbox, type IdempotencyKey, isUniqueViolation, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely, Transaction } from 'kysely';
import { canChangeUser, canPlaceUsers, canSeeUser } from '../domain/authorization.ts';
import type { Cause } from '../domain/cause.ts';
import { changeUser, toUserResource, type User } from '../domain/user.ts';
import { decideUserChange, type UserChange, type UserWish } from '../domain/user-change.ts';
import { userUpdated } from '../domain/user-events.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { holdAccount, isAccountClosed } from '../store/accounts.ts';
import { savePassword, saveUser } from '../store/save-users.ts';
import type { IdentityTables } from '../store/schema.ts';
import { findUser, isUsernameTaken, lockUser } from '../store/users.ts';
import { endSessionsAfterChange } from './end-sessions-after-change.ts';
import { assertOpen } from './hold-open-account.ts';
import { refuseToLoseTheLast } from './keep-in-charge.ts';

const USERNAME_TAKEN = 'another user has this username: use another';

const LEFT_WITH_ACCOUNT =
  'the account of this user is closed, and their email is free for others: create a new user';

export interface UpdateUserRequest {
  readonly userId: Uuid;
  readonly wish: UserWish;
  readonly password: string | undefined;
}

/**
 * Changes a user. A new password ends their other sessions, a suspension all.
 * @throws AppError not_found for a user whom the caller does not see; unauthorized for one whom
 * they may not change.
 */
export function makeUpdateUser({
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
    { userId, wish, password }: UpdateUserRequest,
    cause: Cause,
    key: IdempotencyKey | undefined,
  ): Promise<Reply> => {
    const seen = await findUser(db, userId);
    if (!seen || !canSeeUser(caller, seen)) throw notFound('user');
    const mayHash = password !== undefined && canChangeUser(caller, seen);
    const passwordHash = mayHash ? await passwords.hash(password) : undefined;
    return runOnce(db, key, (tx) =>
      update(tx, { caller, userId, wish, passwordHash, cause, now: now() }),
    ).catch((error: unknown) => {
      // Taken between the look and the change.
      throw isUniqueViolation(error, 'users_username_key')
        ? new AppError('conflict', USERNAME_TAKEN)
        : error;
    });
  };
}

interface Update {
  readonly caller: Caller;
  readonly userId: Uuid;
  readonly wish: UserWish;
  readonly passwordHash: string | undefined;
  readonly cause: Cause;
  readonly now: Date;
}

async function update(tx: Transaction<IdentityTables>, request: Update): Promise<Reply> {
  const { caller, userId, wish, passwordHash } = request;
  const { accountId } = wish.place;
  // Before the user, as in everything that changes an account and its users.
  const target = accountId && canPlaceUsers(caller) ? await holdAccount(tx, accountId) : undefined;
  const user = await lockUser(tx, userId);
  if (!user || !canSeeUser(caller, user)) throw notFound('user');
  const change = decideUserChange(caller, user, wish);
  if (change instanceof AppError) throw change;
  if (change.accountId && change.accountId === accountId) assertOpen(target);
  if (
    change.accountId !== undefined &&
    user.accountId &&
    (await isAccountClosed(tx, user.accountId))
  )
    return refuse('conflict', LEFT_WITH_ACCOUNT);
  const { username } = change;
  if (username && (await isUsernameTaken(tx, { username, except: userId })))
    return refuse('conflict', USERNAME_TAKEN);
  const refusal = await refuseToLoseTheLast(tx, user, { ...user, ...change });
  if (refusal) return refusal;
  const isUnchanged = Object.keys(change).length === 0 && passwordHash === undefined;
  const after = isUnchanged ? user : await save(tx, user, change, request);
  return { status: 200, body: toUserResource(after) };
}

async function save(
  tx: Transaction<IdentityTables>,
  before: User,
  change: UserChange,
  { caller, passwordHash, cause, now }: Update,
): Promise<User> {
  const after = changeUser(before, change, now);
  await saveUser(tx, after);
  if (passwordHash !== undefined) await savePassword(tx, after.id, passwordHash);
  await addToOutbox(tx, [userUpdated(before, after, cause)]);
  const what = { before, after, hasNewPassword: passwordHash !== undefined };
  await endSessionsAfterChange(tx, caller, what, { ...cause, now });
  return after;
}
