import { AppError, type Caller, type Reply, toPublicId, type Uuid } from '@florin/contracts';
import { addToOutbox, type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely, Transaction } from 'kysely';
import { canDeleteUser } from '../domain/authorization.ts';
import type { Cause } from '../domain/cause.ts';
import type { User } from '../domain/user.ts';
import { userDeleted } from '../domain/user-events.ts';
import { lockEmail, saveHolders } from '../store/emails.ts';
import { deleteUser } from '../store/save-users.ts';
import type { IdentityTables } from '../store/schema.ts';
import { deleteSessionsOf, lockOpenSessions } from '../store/sessions.ts';
import { findUser, lockUser } from '../store/users.ts';
import { busy, busyIfLocked } from './busy.ts';
import { endSessions } from './end-sessions.ts';
import { refuseToLoseTheLast } from './keep-in-charge.ts';
import { revoke } from './revoke.ts';

const EMAIL_CHANGES = 'the email of this user changes just now';

type Tx = Transaction<IdentityTables>;

/**
 * Deletes a user for good; their sessions and tokens die with them, their email is free again.
 * API keys belong to the account and stay.
 * @throws AppError not_found for nobody; forbidden for a user whom the caller may not delete.
 */
export function makeDeleteUser({
  db,
  now,
}: {
  readonly db: Kysely<IdentityTables>;
  readonly now: () => Date;
}) {
  return (
    caller: Caller,
    userId: Uuid,
    cause: Cause,
    key: IdempotencyKey | undefined,
  ): Promise<Reply> =>
    // The key first, unlike elsewhere: a repetition finds no user any more.
    runOnce(db, key, async (tx) => {
      const { user, hold } = await lockWithEmail(tx, caller, userId);
      const refusal = await refuseToLoseTheLast(tx, user, undefined);
      if (refusal) return refusal;
      // Of a closed account's user somebody else may have the email by now.
      const own = hold?.userId === userId ? hold : undefined;
      if (own) await saveHolders(tx, user.email, { ...own, userId: null });
      await remove(tx, user, cause, now());
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
}

/** Locks the user's email, then the user, as everybody does who wants both. */
async function lockWithEmail(tx: Tx, caller: Caller, userId: Uuid) {
  const unlocked = deletable(caller, await findUser(tx, userId));
  const hold = await lockEmail(tx, unlocked.email).catch(busyIfLocked(EMAIL_CHANGES));
  const user = deletable(caller, await lockUser(tx, userId));
  if (user.email !== unlocked.email) throw busy(EMAIL_CHANGES);
  return { user, hold };
}

function deletable(caller: Caller, user: User | undefined): User {
  if (!user) throw notFound('user');
  if (!canDeleteUser(caller, user))
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
  await deleteUser(tx, user.id);
  await addToOutbox(tx, [userDeleted(user, cause, now)]);
  await revoke(tx, { kind: 'user', subject: user.id }, now);
}
