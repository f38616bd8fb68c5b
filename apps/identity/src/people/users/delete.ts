import { AppError, type Caller, type Reply, toPublicId, type Uuid } from '@florin/contracts';
import { runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import { keepOrRevokeKeys } from '../../api-keys/left-behind.ts';
import type { Deps } from '../../deps.ts';
import { mayActOn, type UserInAccounts } from '../../domain/access.ts';
import type { Cause } from '../../domain/event.ts';
import { placeOf } from '../../domain/place.ts';
import type { User } from '../../domain/user.ts';
import { lockEmail, saveHolders } from '../../records/emails-queries.ts';
import { findPerson, lockPerson } from '../../records/person.ts';
import { refuseIfVacant } from '../../records/vacancies.ts';
import { removeUser } from '../../removal/remove-user.ts';
import { type Command, retryIfLocked, retryInASecond } from '../../requests.ts';
import { revoke, thenAwaitGateways } from '../../revocations/revoke.ts';
import type { Tx } from '../../schema.ts';

const EMAIL_CHANGES = 'the email of this user is being changed';

export interface UserDeletion extends Command {
  readonly userId: Uuid;
  readonly revokesKeys: boolean;
}

/**
 * Deletes a user with their sessions and tokens, and frees their email. API keys belong to the
 * account and stay, unless the caller revokes them.
 * @throws AppError not_found for an unknown user; forbidden for one the caller may not delete.
 */
export function deleteUser(
  deps: Deps,
  { caller, cause, key, userId, revokesKeys }: UserDeletion,
): Promise<Reply> {
  // Checks the Idempotency-Key first, unlike elsewhere: on a repetition the user is gone.
  const work = () =>
    runOnce(deps.db, key, async (tx) => {
      const context = { ...cause, now: deps.now() };
      const ended = await endLogin(tx, { caller, userId, revokesKeys }, context, (user) => user);
      if ('refusal' in ended) return ended.refusal;
      return {
        status: 200,
        body: {
          id: toPublicId('user', userId),
          message: ended.isEmailKept
            ? 'the user is deleted; their sessions have ended, and their email stays reserved by the account until it gets another with PATCH /v1/account'
            : 'the user is deleted; their sessions have ended and their email is available',
          ...ended.fields,
        },
      };
    });
  return thenAwaitGateways(deps, work);
}

/**
 * Deletes a login. `thenAwaitGateways` must follow the commit.
 * @param lastShown maps the user to the form shown in the last event
 */
export async function endLogin(
  tx: Tx,
  { caller, userId, revokesKeys: revokes }: Pick<UserDeletion, 'caller' | 'userId' | 'revokesKeys'>,
  context: Cause & { readonly now: Date },
  lastShown: (user: User) => User,
) {
  const { user, person, holders } = await lockWithEmail(tx, caller, userId);
  const before = placeOf(user, person);
  const refusal = await refuseIfVacant(tx, { caller, before, after: undefined });
  if (refusal) return { refusal };
  // Another user may hold the email if an older version closed this user's account.
  const own = holders?.userId === userId ? holders : undefined;
  if (own) await saveHolders(tx, user.email, { ...own, userId: null });
  await removeUser(tx, { user: lastShown(user), person }, context);
  const keys = await keepOrRevokeKeys(tx, { caller, userId, revokes }, context);
  await revoke(tx, [...keys.revocations, { kind: 'user', subject: userId }], context.now);
  return { user, isEmailKept: Boolean(own?.accountId), fields: keys.fields };
}

/** Locks the user's email, then the user, in the order common to all who lock both. */
async function lockWithEmail(tx: Tx, caller: Caller, userId: Uuid) {
  const { user: unlocked } = deletable(caller, await findPerson(tx, userId));
  const holders = await lockEmail(tx, unlocked.email).catch(retryIfLocked(EMAIL_CHANGES));
  const found = deletable(caller, await lockPerson(tx, userId));
  if (found.user.email !== unlocked.email) throw retryInASecond(EMAIL_CHANGES);
  return { ...found, holders };
}

function deletable(caller: Caller, found: UserInAccounts | undefined): UserInAccounts {
  if (!found) throw notFound('user');
  if (!mayActOn(caller, found.person, 'delete_login'))
    throw new AppError(
      'forbidden',
      'you can delete your own login, and logins that your account created; remove other members with DELETE /v1/account/users/{user_id}',
    );
  return found;
}
