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
import { keepOrRevokeKeys } from '../../api-keys/left-behind.ts';
import { endSessions } from '../../credentials/sessions/end.ts';
import { lockOpenSessions } from '../../credentials/sessions/queries.ts';
import type { Deps } from '../../deps.ts';
import {
  managedTeamOf,
  mayActOn,
  roleIn,
  teamOf,
  toPerson,
  type UserInAccounts,
} from '../../domain/access.ts';
import { assertOpen } from '../../domain/account.ts';
import type { Cause } from '../../domain/event.ts';
import { type Membership, membershipEvent } from '../../domain/membership.ts';
import { placeOf } from '../../domain/place.ts';
import type { Revocation } from '../../domain/revocation.ts';
import { changeUser, toUserResource, type User, userUpdated } from '../../domain/user.ts';
import { keyMayNotGrant } from '../../domain/user-change.ts';
import { endInvitationsBeyond } from '../../invitations/end.ts';
import { shareAccountLock } from '../../records/accounts-queries.ts';
import {
  deleteMembership,
  findMembership,
  saveMembership,
} from '../../records/memberships-queries.ts';
import { takeNextAccount } from '../../records/next-account.ts';
import { lockPerson } from '../../records/person.ts';
import { saveUser } from '../../records/users-queries.ts';
import { refuseIfVacant } from '../../records/vacancies.ts';
import type { Command } from '../../requests.ts';
import { revoke, thenAwaitGateways } from '../../revocations/revoke.ts';
import type { Tx } from '../../schema.ts';

type Context = Cause & { readonly now: Date };

/** A locked user as seen in one account; `guest` if it is not their first account. */
interface Member extends UserInAccounts {
  readonly accountId: Uuid;
  readonly guest: Membership | undefined;
}

export interface RoleChange extends Command {
  readonly userId: Uuid;
  readonly role: TeamRole;
}

/**
 * Changes a member's role in the caller's account.
 * @throws AppError forbidden for callers who may not; not_found for users of other accounts.
 */
export function changeRole(deps: Deps, input: RoleChange): Promise<Reply> {
  const accountId = managedTeamOf(input.caller);
  return changeMember(deps, { ...input, accountId }, async (tx, member, context) => ({
    status: 200,
    body: await saveRole(tx, member, input.role, context),
  }));
}

/** Changes a member of an account; a null `role` removes them. */
function changeMember(
  deps: Deps,
  input: Omit<RoleChange, 'role'> & { readonly accountId: Uuid; readonly role: TeamRole | null },
  work: (tx: Tx, member: Member, context: Context) => Promise<Reply>,
): Promise<Reply> {
  const { caller, key, cause, userId, accountId, role } = input;
  return thenAwaitGateways(deps, () =>
    runOnce(deps.db, key, async (tx) => {
      const context = { ...cause, now: deps.now() };
      assertOpen(await shareAccountLock(tx, accountId));
      const member = await lockMember(tx, userId, accountId);
      if (!member) throw notFound('user');
      if (!mayActOn(caller, member.person, role === null ? 'remove' : `role:${role}`))
        throw mayNotChange(caller, role ?? roleIn(member.person, accountId) ?? null);
      const refusal = await refuseIfOwnerless(tx, caller, member, role);
      return refusal ?? work(tx, member, context);
    }),
  );
}

function mayNotChange({ scopes }: Caller, role: Role | null): AppError {
  const message = scopes
    ? keyMayNotGrant(role)
    : 'only an owner can grant or revoke ownership; ask an owner';
  return new AppError('forbidden', message);
}

export interface MemberRemoval extends Command {
  readonly userId: Uuid;
  readonly revokesKeys: boolean;
}

/**
 * Removes a member from the caller's account; their login stays.
 * @throws AppError forbidden for callers who may not; not_found for users of other accounts.
 */
export function removeMember(deps: Deps, input: MemberRemoval): Promise<Reply> {
  const { caller, userId, revokesKeys: revokes } = input;
  const isLeaving = caller.userId === userId && caller.accountId !== null;
  // Members see only themselves here.
  if (!isLeaving && isOfTeamOnly(caller)) throw notFound('user');
  const accountId = (isLeaving && caller.accountId) || managedTeamOf(caller);
  return changeMember(deps, { ...input, accountId, role: null }, async (tx, member, context) => {
    await saveRemoval(tx, member, context);
    await endInvitationsBeyond(tx, { userId, accountId, role: null }, context);
    const ended = await endSessionsIn(tx, member, context);
    const keys = await keepOrRevokeKeys(tx, { caller, userId, accountId, revokes }, context);
    const all = [...ended, ...keys.revocations, { kind: 'principal', subject: userId } as const];
    await revoke(tx, all, context.now);
    const left = { ...member.user, accountId: null, role: null };
    return { status: 200, body: { ...toUserResource(left), ...keys.fields } };
  });
}

/** Whether the caller has a role in an account but manages no one. */
function isOfTeamOnly(caller: Caller): boolean {
  return teamRoles.some((each) => each === caller.role) && teamOf(caller) === undefined;
}

export interface OwnershipTransfer extends Command {
  /** The new owner. */
  readonly userId: Uuid;
}

/** Makes another member the owner; the caller becomes an account admin. */
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
      // Locks in the order of ids, so that two transfers cannot deadlock.
      const [first = userId, second = from] = [userId, from].toSorted();
      const members = [
        await lockMember(tx, first, accountId),
        await lockMember(tx, second, accountId),
      ];
      const [successor, owner] = [userId, from].map((id) =>
        members.find((each) => each?.user.id === id),
      );
      if (!owner || roleIn(owner.person, accountId) !== 'owner')
        throw caller.role === 'owner'
          ? new AppError('conflict', 'you have just transferred this account')
          : onlyOwners();
      if (userId === from)
        throw new AppError('invalid_request', 'user_id: already owns the account');
      const mayTakeOver = successor && mayActOn(caller, successor.person, 'hand_over');
      if (!mayTakeOver || successor.user.status !== 'active') throw notFound('user');
      const body = await saveRole(tx, successor, 'owner', context);
      const refusal = await refuseIfOwnerless(tx, caller, owner, 'account_admin');
      // The new owner cannot log in: roll everything back.
      if (refusal) throw notFound('user');
      await saveRole(tx, owner, 'account_admin', context);
      return { status: 200, body };
    }),
  );
}

function onlyOwners(): AppError {
  return new AppError('forbidden', 'only the owner can transfer an account');
}

/** Undefined if the user does not belong to the account. */
async function lockMember(tx: Tx, userId: Uuid, accountId: Uuid): Promise<Member | undefined> {
  const found = await lockPerson(tx, userId);
  if (!found || roleIn(found.person, accountId) === undefined) return undefined;
  const isFirst = found.user.accountId === accountId;
  const guest = isFirst ? undefined : await findMembership(tx, userId, accountId);
  return { ...found, accountId, guest };
}

function refuseIfOwnerless(
  tx: Tx,
  caller: Caller,
  { user, person, accountId, guest }: Member,
  role: TeamRole | null,
): Promise<Reply | undefined> {
  const others = person.guestIn.filter((each) => each.accountId !== accountId);
  const guestIn = guest && role ? [...others, { accountId, role }] : others;
  const changed = guest ? user : { ...user, accountId: role && accountId, role };
  const after = placeOf(changed, toPerson(changed, guestIn));
  return refuseIfVacant(tx, { caller, before: placeOf(user, person), after });
}

/** Stores a role and returns the user as seen in the account. */
async function saveRole(
  tx: Tx,
  { user, accountId, guest }: Member,
  role: TeamRole,
  context: Context,
) {
  const { now, ...cause } = context;
  if (guest) {
    const after = { ...guest, role, version: guest.version + 1n, updatedAt: now };
    await saveMembership(tx, after);
    await addToOutbox(tx, [membershipEvent(guest, after, cause, now)]);
  } else await saveChange(tx, user, { role }, context);
  await endInvitationsBeyond(tx, { userId: user.id, accountId, role }, context);
  await revoke(tx, { kind: 'principal', subject: user.id }, now);
  return toUserResource({ ...user, accountId, role });
}

async function saveRemoval(tx: Tx, { user, guest }: Member, context: Context): Promise<void> {
  if (!guest) return saveChange(tx, user, await takeNextAccount(tx, user.id, context), context);
  const { now, ...cause } = context;
  await deleteMembership(tx, guest.id);
  await addToOutbox(tx, [membershipEvent(guest, undefined, cause, now)]);
}

async function saveChange(
  tx: Tx,
  user: User,
  change: Partial<User>,
  { now, ...cause }: Context,
): Promise<void> {
  const after = changeUser(user, change, now);
  await saveUser(tx, after);
  await addToOutbox(tx, [userUpdated(user, after, cause)]);
}

/** Ends only this account's sessions; those in the user's other accounts continue. */
async function endSessionsIn(
  tx: Tx,
  { user: { id, accountId: first }, accountId }: Member,
  { now, ...cause }: Context,
): Promise<readonly Revocation[]> {
  const open = await lockOpenSessions(tx, [id], now);
  const ended = open.filter((each) => (each.accountId ?? first) === accountId);
  await endSessions(tx, ended, { accountId, ...cause }, now);
  return ended.map((each) => ({ kind: 'session', subject: each.id }));
}
