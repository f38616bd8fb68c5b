import {
  AppError,
  type Caller,
  type Reply,
  type Role,
  type TeamRole,
  teamRoles,
  type Uuid,
} from '@florin/contracts';
import { addToOutbox, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import { assertOpen } from '../accounts/access.ts';
import { shareAccountLock } from '../accounts/queries.ts';
import type { Deps } from '../deps.ts';
import type { Cause } from '../event-model.ts';
import type { Command } from '../requests.ts';
import { revoke, thenAwaitGateways } from '../revocations/revoke.ts';
import type { Tx } from '../schema.ts';
import { endSessions } from '../sessions/end.ts';
import { lockOpenSessions } from '../sessions/queries.ts';
import { mayAppoint, teamOf } from '../users/decide-access.ts';
import { refuseIfLastInCharge, refuseIfLastOwner } from '../users/last-in-charge.ts';
import { changeUser, toUserResource, type User, userUpdated } from '../users/model.ts';
import { lockUser, saveUser } from '../users/queries.ts';
import { lookedAfterBy } from '../users/read.ts';
import { type Membership, membershipEvent } from './model.ts';
import { deleteMembership, findMembership, listMemberships, saveMembership } from './queries.ts';

export interface MemberChange extends Command {
  readonly userId: Uuid;
  /** Null removes them from the account. */
  readonly role: TeamRole | null;
}

type Context = Cause & { readonly now: Date };

/** Somebody as they are in one account, and what says so where it is not their first. */
interface Member {
  readonly user: User;
  readonly role: Role | null;
  readonly guest: Membership | undefined;
}

/**
 * Gives somebody another role in the caller's account, or takes them out of it; as a person with a
 * login they stay.
 * @throws AppError forbidden for who may not; not_found for people of other accounts.
 */
export function changeMember(deps: Deps, input: MemberChange): Promise<Reply> {
  const { caller, key, cause, userId, role } = input;
  // Everybody may leave.
  const isLeaving = caller.userId === userId && role === null;
  if (role === null && !isLeaving && isOfTeamOnly(caller)) throw notFound('user');
  const within = (isLeaving && caller.accountId) || lookedAfterBy(caller);
  return thenAwaitGateways(deps, () =>
    runOnce(deps.db, key, async (tx) => {
      const context = { ...cause, now: deps.now() };
      assertOpen(await shareAccountLock(tx, within));
      const member = await lockMember(tx, userId, within);
      if (!member) throw notFound('user');
      if (!isLeaving && !mayAppoint(caller, member.role))
        throw new AppError('forbidden', 'owners are made, and unmade, by owners: ask one');
      if (role !== null && !mayAppoint(caller, role))
        throw new AppError('forbidden', 'only an owner makes owners: ask one');
      const refusal = await refuseIfVacant(tx, member, within, role);
      if (refusal) return refusal;
      const after = await saveRole(tx, member, { accountId: within, role }, context);
      return { status: 200, body: after };
    }),
  );
}

/** Whoever does not look after the account takes nobody out of it but themselves. */
function isOfTeamOnly(caller: Caller): boolean {
  const isOfTeam = teamRoles.some((each) => each === caller.role);
  return isOfTeam && teamOf(caller) === undefined;
}

export interface OwnershipTransfer extends Command {
  /** Who owns the account from then on. */
  readonly userId: Uuid;
}

/** Makes somebody else of the account its owner; the caller looks after it with them. */
export function transferOwnership(
  deps: Deps,
  { caller, key, cause, userId }: OwnershipTransfer,
): Promise<Reply> {
  const { accountId, userId: from } = caller;
  if (accountId === null || from === null) throw onlyOwners();
  return thenAwaitGateways(deps, () =>
    runOnce(deps.db, key, async (tx) => {
      const context = { ...cause, now: deps.now() };
      assertOpen(await shareAccountLock(tx, accountId));
      // In the order of their ids, so that two of them do not wait for each other.
      const [first = userId, second = from] = [userId, from].toSorted();
      const members = [
        await lockMember(tx, first, accountId),
        await lockMember(tx, second, accountId),
      ];
      const [heir, owner] = [userId, from].map((id) =>
        members.find((each) => each?.user.id === id),
      );
      if (owner?.role !== 'owner')
        throw caller.role === 'owner'
          ? new AppError('conflict', 'you have handed this account over just now')
          : onlyOwners();
      if (userId === from) throw new AppError('invalid_request', 'user_id: you own it already');
      if (heir?.user.status !== 'active') throw notFound('user');
      const body = await saveRole(tx, heir, { accountId, role: 'owner' }, context);
      await saveRole(tx, owner, { accountId, role: 'account_admin' }, context);
      return { status: 200, body };
    }),
  );
}

function onlyOwners(): AppError {
  return new AppError('forbidden', 'only the owner of an account hands it over');
}

/** A locked user, if they belong to the account. */
async function lockMember(tx: Tx, userId: Uuid, accountId: Uuid): Promise<Member | undefined> {
  const user = await lockUser(tx, userId);
  if (!user) return undefined;
  if (user.accountId === accountId) return { user, role: user.role, guest: undefined };
  const guest = await findMembership(tx, userId, accountId);
  return guest && { user, role: guest.role, guest };
}

function refuseIfVacant(
  tx: Tx,
  { user, guest }: Member,
  accountId: Uuid,
  role: TeamRole | null,
): Promise<Reply | undefined> {
  if (!guest)
    return refuseIfLastInCharge(tx, user, {
      ...user,
      accountId: role === null ? null : accountId,
      role,
    });
  return guest.role === 'owner' && role !== 'owner'
    ? refuseIfLastOwner(tx, accountId, user.id)
    : Promise.resolve(undefined);
}

/** Stores the role and returns the user as they are in the account then. */
async function saveRole(
  tx: Tx,
  { user, guest }: Member,
  { accountId, role }: { readonly accountId: Uuid; readonly role: TeamRole | null },
  context: Context,
) {
  const { now, ...cause } = context;
  if (guest) await saveGuest(tx, guest, role, context);
  else {
    const after = changeUser(user, role === null ? await nextOf(tx, user, context) : { role }, now);
    await saveUser(tx, after);
    await addToOutbox(tx, [userUpdated(user, after, cause)]);
  }
  if (role === null) await endSessionsIn(tx, user, accountId, context);
  await revoke(tx, { kind: 'principal', subject: user.id }, now);
  return toUserResource({ ...user, accountId: role === null ? null : accountId, role });
}

async function saveGuest(
  tx: Tx,
  before: Membership,
  role: TeamRole | null,
  { now, ...cause }: Context,
): Promise<void> {
  const after = role && { ...before, role, version: before.version + 1n, updatedAt: now };
  if (after) await saveMembership(tx, after);
  else await deleteMembership(tx, before.id);
  await addToOutbox(tx, [membershipEvent(before, after ?? undefined, cause, now)]);
}

/** Whoever leaves their first account has another one first, if they have one. */
async function nextOf(
  tx: Tx,
  { id }: User,
  { now, ...cause }: Context,
): Promise<Pick<User, 'accountId' | 'role'>> {
  const [next] = await listMemberships(tx, id);
  if (!next) return { accountId: null, role: null };
  await deleteMembership(tx, next.id);
  await addToOutbox(tx, [membershipEvent(next, undefined, cause, now)]);
  return { accountId: next.accountId, role: next.role };
}

/** One by one: what the user has begun in their other accounts goes on. */
async function endSessionsIn(
  tx: Tx,
  { id, accountId: first }: User,
  accountId: Uuid,
  { now, ...cause }: Context,
): Promise<void> {
  const open = await lockOpenSessions(tx, [id], now);
  const ended = open.filter((each) => (each.accountId ?? first) === accountId);
  await endSessions(tx, ended, { accountId, ...cause }, now);
  await revoke(
    tx,
    ended.map((each) => ({ kind: 'session', subject: each.id })),
    now,
  );
}
