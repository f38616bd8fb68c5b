import { AppError, type Reply, refuse, type Uuid } from '@florin/contracts';
import { addToOutbox, isUniqueViolation, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import { endSessionsAfterChange } from '../../credentials/sessions/end.ts';
import type { Deps } from '../../deps.ts';
import { anyone, mayActOn, toPerson } from '../../domain/access.ts';
import { assertOpen } from '../../domain/account.ts';
import type { Cause } from '../../domain/event.ts';
import { placeOf } from '../../domain/place.ts';
import { changeUser, toUserResource, type User, userUpdated } from '../../domain/user.ts';
import {
  decideUserChange,
  type UserChange,
  type UserChangeRequest,
} from '../../domain/user-change.ts';
import { endInvitationsBeyond } from '../../invitations/end.ts';
import { isAccountClosed, shareAccountLock } from '../../records/accounts-queries.ts';
import { lockPerson } from '../../records/person.ts';
import { isUsernameTaken, savePassword, saveUser } from '../../records/users-queries.ts';
import { refuseIfVacant } from '../../records/vacancies.ts';
import type { Command } from '../../requests.ts';
import { thenAwaitGateways } from '../../revocations/revoke.ts';
import type { Tx } from '../../schema.ts';
import { getUser } from './read.ts';

const USERNAME_TAKEN = 'username: is taken by another user; choose another one';

const LEFT_WITH_ACCOUNT =
  'the account of this user is closed and their email is available to others; create a new user';

export interface UserUpdate extends Command {
  readonly userId: Uuid;
  readonly change: UserChangeRequest;
  readonly password: string | undefined;
}

/**
 * Changes a user. A new password ends their other sessions, a suspension ends all.
 * @throws AppError not_found for a user invisible to the caller; unauthorized for one they may not
 * change.
 */
export function updateUser(deps: Deps, input: UserUpdate): Promise<Reply> {
  return thenAwaitGateways(deps, async () => {
    const { db, passwords, now } = deps;
    const { caller, key, userId, password } = input;
    const { person } = await getUser(deps, { caller, userId });
    const mayHash = password !== undefined && mayActOn(caller, person, 'set_password');
    const passwordHash = mayHash ? await passwords.hash(password) : undefined;
    return runOnce(db, key, (tx) => update(tx, { ...input, passwordHash, now: now() })).catch(
      (error: unknown) => {
        // Another user took the username between the read and the write.
        throw isUniqueViolation(error, 'users_username_key')
          ? new AppError('conflict', USERNAME_TAKEN)
          : error;
      },
    );
  });
}

interface HashedUpdate extends UserUpdate {
  readonly passwordHash: string | undefined;
  readonly now: Date;
}

async function update(tx: Tx, input: HashedUpdate): Promise<Reply> {
  const { caller, userId, change: request, passwordHash } = input;
  const { accountId } = request.membership;
  // Locks the account before the user, as in all changes of accounts and users.
  const target =
    accountId && mayActOn(caller, anyone, 'move')
      ? await shareAccountLock(tx, accountId)
      : undefined;
  const found = await lockPerson(tx, userId);
  if (!found || !mayActOn(caller, found.person, 'see_login')) throw notFound('user');
  const { user, person } = found;
  const change = decideUserChange(caller, found, request);
  if (change instanceof AppError) throw change;
  if (change.accountId && change.accountId === accountId) assertOpen(target);
  const isMoved = change.accountId !== undefined && user.accountId !== null;
  if (isMoved && (await isAccountClosed(tx, user.accountId)))
    return refuse('conflict', LEFT_WITH_ACCOUNT);
  const { username } = change;
  if (username && (await isUsernameTaken(tx, { username, except: userId })))
    return refuse('conflict', USERNAME_TAKEN);
  const changed = { ...user, ...change };
  const refusal = await refuseIfVacant(tx, {
    caller,
    before: placeOf(user, person),
    after: placeOf(changed, toPerson(changed, person.guestIn)),
  });
  if (refusal) return refusal;
  const isUnchanged = Object.keys(change).length === 0 && passwordHash === undefined;
  const after = isUnchanged ? user : await save(tx, user, change, input);
  return { status: 200, body: toUserResource(after) };
}

async function save(
  tx: Tx,
  before: User,
  change: UserChange,
  { caller, passwordHash, cause, now }: HashedUpdate,
): Promise<User> {
  const hasNewPassword = passwordHash !== undefined;
  const isOwn = hasNewPassword && caller.userId === before.id;
  const own = isOwn ? { hasOwnPassword: true } : {};
  const after = changeUser(before, { ...change, ...own }, now);
  await saveUser(tx, after);
  if (hasNewPassword) await savePassword(tx, after.id, passwordHash);
  await addToOutbox(tx, [userUpdated(before, after, cause)]);
  await endInvitations(tx, before, after, { ...cause, now });
  await endSessionsAfterChange(tx, caller, { before, after, hasNewPassword }, { ...cause, now });
  return after;
}

/** Ends invitations that the user may no longer make in their former account. */
async function endInvitations(
  tx: Tx,
  { id: userId, accountId, role }: User,
  after: User,
  context: Cause & { readonly now: Date },
): Promise<void> {
  if (accountId === null || (after.accountId === accountId && after.role === role)) return;
  const roleThen = after.accountId === accountId ? after.role : null;
  await endInvitationsBeyond(tx, { userId, accountId, role: roleThen }, context);
}
