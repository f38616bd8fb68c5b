import { AppError, type Uuid } from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import { deleteKeys } from '../api-keys/operations.ts';
import { endSessions } from '../credentials/sessions/end.ts';
import { lockOpenSessions } from '../credentials/sessions/queries.ts';
import type { Deps } from '../deps.ts';
import type { Cause } from '../domain/event.ts';
import { type Membership, membershipEvent } from '../domain/membership.ts';
import { changeUser, type User, userUpdated } from '../domain/user.ts';
import { lockAccount, saveAccountStatus, shareAccountLock } from '../records/accounts-queries.ts';
import {
  deleteMembership,
  listAccountsBeside,
  listGuests,
  listMemberships,
} from '../records/memberships-queries.ts';
import { lockUsersOf, saveUser } from '../records/users-queries.ts';
import { terminateUsersOf } from '../removal/terminate-users.ts';
import { revoke, thenAwaitGateways } from '../revocations/revoke.ts';
import type { Db, Tx } from '../schema.ts';
import { noAccount } from './access.ts';

export interface AccountClosing extends Cause {
  readonly accountId: Uuid;
}

type Context = AccountClosing & { readonly now: Date };

/**
 * Ends the memberships, sessions and keys of an account permanently. Holds the account's row lock,
 * so concurrent creations wait. Deletes users without another account and frees their emails.
 * @throws AppError not_found.
 */
export function closeAccount(deps: Deps, { accountId, ...cause }: AccountClosing): Promise<void> {
  const { db, now } = deps;
  return thenAwaitGateways(deps, async () => {
    await closing(db, accountId, (tx, beside) =>
      close(tx, { accountId, ...cause, now: now() }, beside),
    );
    // Lock order is emails, then accounts, so this needs its own, repeatable transaction.
    await db
      .transaction()
      .execute((tx) => terminateUsersOf(tx, accountId, { ...cause, now: now() }));
  });
}

/** A user joined another account between the read and the lock. */
class JoinedMeanwhile extends Error {}

const TRIES_MAX = 3;

/** Locks the account, and `for share` the other accounts of its users, in one order. */
async function closing(
  db: Db,
  accountId: Uuid,
  work: (tx: Tx, beside: ReadonlySet<Uuid>) => Promise<void>,
): Promise<void> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    try {
      const beside = new Set(await listAccountsBeside(db, accountId));
      return await db.transaction().execute(async (tx) => {
        for (const id of [...beside, accountId].toSorted())
          if (id !== accountId) await shareAccountLock(tx, id);
          else if (!(await mayClose(tx, accountId))) return;
        await work(tx, beside);
      });
    } catch (error) {
      if (!(error instanceof JoinedMeanwhile)) throw error;
    }
  }
  throw new AppError(
    'unavailable',
    'members of the account are joining other accounts right now; retry',
  );
}

async function mayClose(tx: Tx, accountId: Uuid): Promise<boolean> {
  const status = await lockAccount(tx, accountId);
  if (status === undefined) throw noAccount();
  return status !== 'closed';
}

async function close(tx: Tx, context: Context, beside: ReadonlySet<Uuid>): Promise<void> {
  const { accountId, now, ...cause } = context;
  await saveAccountStatus(tx, accountId, 'closed');
  const users = await lockUsersOf(tx, accountId);
  for (const user of users) await leave(tx, user, context, beside);
  const guests = await listGuests(tx, accountId);
  for (const guest of guests) await endMembership(tx, guest, context);

  const firstOf = new Map(users.map(({ id }) => [id, accountId]));
  const userIds = [...firstOf.keys(), ...guests.map(({ userId }) => userId)];
  const open = await lockOpenSessions(tx, userIds, now);
  const ended = open.filter((each) => (each.accountId ?? firstOf.get(each.userId)) === accountId);
  await endSessions(tx, ended, { accountId, ...cause }, now);
  await deleteKeys(tx, { accountId }, cause, now);
  await revoke(tx, { kind: 'account', subject: accountId }, now);
}

/** Moves a login to its user's next account. Without one, suspends it until it is deleted. */
async function leave(
  tx: Tx,
  before: User,
  context: Context,
  beside: ReadonlySet<Uuid>,
): Promise<void> {
  const [next] = await listMemberships(tx, before.id);
  if (next && !beside.has(next.accountId)) throw new JoinedMeanwhile();
  if (next) await endMembership(tx, next, context);
  else if (before.status === 'suspended' && before.username === null) return;
  const { now, accountId: _closed, ...cause } = context;
  const change = next
    ? { accountId: next.accountId, role: next.role }
    : ({ status: 'suspended', username: null } as const);
  const after = changeUser(before, change, now);
  await saveUser(tx, after);
  await addToOutbox(tx, [userUpdated(before, after, cause)]);
}

async function endMembership(
  tx: Tx,
  membership: Membership,
  { now, accountId: _closed, ...cause }: Context,
): Promise<void> {
  await deleteMembership(tx, membership.id);
  await addToOutbox(tx, [membershipEvent(membership, undefined, cause, now)]);
}
