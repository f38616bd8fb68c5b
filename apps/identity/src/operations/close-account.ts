import { AppError, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Kysely, Transaction } from 'kysely';
import type { Cause } from '../domain/cause.ts';
import { changeUser } from '../domain/user.ts';
import { userUpdated } from '../domain/user-events.ts';
import { lockAccount, saveAccountStatus } from '../store/accounts.ts';
import { freeEmailsOf } from '../store/closed-emails.ts';
import { saveUser } from '../store/save-users.ts';
import type { IdentityTables } from '../store/schema.ts';
import { lockOpenSessions } from '../store/sessions.ts';
import { lockUsersOf } from '../store/users.ts';
import { deleteKeys } from './delete-keys.ts';
import { endSessions } from './end-sessions.ts';
import { revoke } from './revoke.ts';

export interface CloseAccountRequest extends Cause {
  readonly accountId: Uuid;
}

/**
 * Suspends the users of an account, ends their sessions and revokes its keys, for good and all at
 * once: whatever is made in an account waits for its row. Then its emails, and those by which its
 * users logged in, are free for others; their usernames are at once.
 * @throws AppError not_found.
 */
export function makeCloseAccount({
  db,
  now,
}: {
  readonly db: Kysely<IdentityTables>;
  readonly now: () => Date;
}) {
  return async ({ accountId, ...cause }: CloseAccountRequest): Promise<void> => {
    await db.transaction().execute(async (tx) => {
      const status = await lockAccount(tx, accountId);
      if (status === undefined) throw new AppError('not_found', 'there is no account with this id');
      if (status === 'closed') return;
      const closedAt = now();
      await saveAccountStatus(tx, accountId, 'closed');
      const userIds = await suspendUsers(tx, { accountId, ...cause }, closedAt);
      const sessions = await lockOpenSessions(tx, userIds, closedAt);
      await endSessions(tx, sessions, { accountId, ...cause }, closedAt);
      await deleteKeys(tx, { accountId }, cause, closedAt);
      await revoke(tx, { kind: 'account', subject: accountId }, closedAt);
    });
    // Emails are locked before accounts: by a transaction of its own, which may be repeated.
    await db.transaction().execute((tx) => freeEmailsOf(tx, accountId));
  };
}

/** Returns the ids of everybody in the account. */
async function suspendUsers(
  tx: Transaction<IdentityTables>,
  { accountId, ...cause }: CloseAccountRequest,
  now: Date,
): Promise<readonly Uuid[]> {
  const users = await lockUsersOf(tx, accountId);
  for (const before of users) {
    if (before.status === 'suspended' && before.username === null) continue;
    const after = changeUser(before, { status: 'suspended', username: null }, now);
    await saveUser(tx, after);
    await addToOutbox(tx, [userUpdated(before, after, cause)]);
  }
  return users.map(({ id }) => id);
}
