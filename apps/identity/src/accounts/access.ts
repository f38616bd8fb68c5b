import { AppError, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { deleteKeys } from '../api-keys/operations.ts';
import type { Deps } from '../deps.ts';
import { freeEmailsOf } from '../emails/queries.ts';
import type { Cause } from '../event-model.ts';
import { revoke, thenAwaitGateways } from '../revocations/revoke.ts';
import type { Tx } from '../schema.ts';
import { endSessions } from '../sessions/end.ts';
import { lockOpenSessions } from '../sessions/queries.ts';
import { changeUser, userUpdated } from '../users/model.ts';
import { lockUsersOf, saveUser } from '../users/queries.ts';
import type { AccountStatus } from './model.ts';
import { lockAccount, saveAccountStatus } from './queries.ts';

export interface AccountAccess {
  readonly accountId: Uuid;
  readonly access: 'open' | 'read_only';
}

/**
 * Says whether the users and keys of an account may change anything or only read.
 * @throws AppError not_found; conflict for a closed account.
 */
export function setAccountAccess(deps: Deps, { accountId, access }: AccountAccess): Promise<void> {
  const work = () =>
    deps.db.transaction().execute(async (tx) => {
      const status = await lockAccount(tx, accountId);
      if (status === undefined) throw noAccount();
      if (status === 'closed')
        throw new AppError('conflict', 'the account is closed: nothing changes in it any more');
      if (status === access) return;
      await saveAccountStatus(tx, accountId, access);
      // Named by the account: everybody in it is looked up again.
      await revoke(tx, { kind: 'principal', subject: accountId }, deps.now());
    });
  return thenAwaitGateways(deps, work);
}

export interface AccountClosing extends Cause {
  readonly accountId: Uuid;
}

/**
 * Suspends the users of an account, ends their sessions and revokes its keys, for good and all at
 * once: whatever is made in an account waits for its row. Then its emails, and those by which its
 * users logged in, are free for others; their usernames are at once.
 * @throws AppError not_found.
 */
export function closeAccount(deps: Deps, { accountId, ...cause }: AccountClosing): Promise<void> {
  const { db, now } = deps;
  return thenAwaitGateways(deps, async () => {
    await db.transaction().execute(async (tx) => {
      const status = await lockAccount(tx, accountId);
      if (status === undefined) throw noAccount();
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
  });
}

/** Returns the ids of everybody in the account. */
async function suspendUsers(
  tx: Tx,
  { accountId, ...cause }: AccountClosing,
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

function noAccount(): AppError {
  return new AppError('not_found', 'there is no account with this id');
}

/** @throws AppError invalid_request when the account is closed, or none of ours. */
export function assertOpen(status: AccountStatus | undefined): void {
  if (status === undefined || status === 'closed')
    throw new AppError('invalid_request', 'account_id: there is no open account with this id');
}
