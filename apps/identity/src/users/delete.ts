import { AppError, type Caller, type Reply, toPublicId, type Uuid } from '@florin/contracts';
import { addToOutbox, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Deps } from '../deps.ts';
import { lockEmail, saveHolders } from '../emails/queries.ts';
import type { Cause } from '../event-model.ts';
import { type Command, retryIfLocked, retryInASecond } from '../requests.ts';
import { revoke, thenAwaitGateways } from '../revocations/revoke.ts';
import type { Tx } from '../schema.ts';
import { endSessions } from '../sessions/end.ts';
import { deleteSessionsOf, lockOpenSessions } from '../sessions/queries.ts';
import { canChangeUser } from './decide-access.ts';
import { refuseIfLastInCharge } from './last-in-charge.ts';
import { type User, userDeleted } from './model.ts';
import { deleteUserRow, findUser, lockUser } from './queries.ts';

const EMAIL_CHANGES = 'the email of this user changes just now';

export interface UserDeletion extends Command {
  readonly userId: Uuid;
}

/**
 * Deletes a user for good; their sessions and tokens end with them, their email is free again.
 * API keys belong to the account and stay.
 * @throws AppError not_found for a user who does not exist; forbidden for a user whom the caller may not delete.
 */
export function deleteUser(
  deps: Deps,
  { caller, cause, key, userId }: UserDeletion,
): Promise<Reply> {
  // The key first, unlike elsewhere: a repetition finds no user any more.
  const work = () =>
    runOnce(deps.db, key, async (tx) => {
      const { user, holders } = await lockWithEmail(tx, caller, userId);
      const refusal = await refuseIfLastInCharge(tx, user, undefined);
      if (refusal) return refusal;
      // Of a closed account's user somebody else may have the email by now.
      const own = holders?.userId === userId ? holders : undefined;
      if (own) await saveHolders(tx, user.email, { ...own, userId: null });
      await remove(tx, user, cause, deps.now());
      return {
        status: 200,
        body: {
          id: toPublicId('user', userId),
          message: own?.accountId
            ? 'the user is deleted: their sessions have ended, and their email is the account’s until it gets another by PATCH /v1/account'
            : 'the user is deleted: their sessions have ended and their email is free',
        },
      };
    });
  return thenAwaitGateways(deps, work);
}

/** Locks the user's email, then the user, as everybody does who wants both. */
async function lockWithEmail(tx: Tx, caller: Caller, userId: Uuid) {
  const unlocked = deletable(caller, await findUser(tx, userId));
  const holders = await lockEmail(tx, unlocked.email).catch(retryIfLocked(EMAIL_CHANGES));
  const user = deletable(caller, await lockUser(tx, userId));
  if (user.email !== unlocked.email) throw retryInASecond(EMAIL_CHANGES);
  return { user, holders };
}

function deletable(caller: Caller, user: User | undefined): User {
  if (!user) throw notFound('user');
  if (!canChangeUser(caller, user))
    throw new AppError(
      'forbidden',
      'you may delete yourself and, as an owner, the users of your account: ask an admin',
    );
  return user;
}

async function remove(tx: Tx, user: User, cause: Cause, now: Date): Promise<void> {
  const sessions = await lockOpenSessions(tx, [user.id], now);
  await endSessions(tx, sessions, { accountId: user.accountId, ...cause }, now);
  await deleteSessionsOf(tx, user.id);
  await deleteUserRow(tx, user.id);
  await addToOutbox(tx, [userDeleted(user, cause, now)]);
  await revoke(tx, { kind: 'user', subject: user.id }, now);
}
