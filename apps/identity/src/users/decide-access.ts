import type { Caller, Uuid } from '@florin/contracts';
import type { User } from './model.ts';

type Somebody = Pick<User, 'id' | 'accountId' | 'role'>;

/** Whether the user is an owner of this account, or more than that. */
export function isOwnerOf(user: Pick<User, 'accountId' | 'role'>, accountId: Uuid): boolean {
  return user.accountId === accountId && (user.role === 'owner' || user.role === 'admin');
}

export function canListUsers({ role }: Caller): boolean {
  return role === 'admin' || role === 'platform';
}

/** Whoever may not see a user is answered that there is none. */
export function canSeeUser(caller: Caller, user: Somebody): boolean {
  return isSelf(caller, user) || canListUsers(caller) || isOwnerAbove(caller, user);
}

/** Of those whom the caller sees: oneself, members and owners for an owner, all for an admin. */
export function canChangeUser(caller: Caller, user: Somebody): boolean {
  return isSelf(caller, user) || canRaiseStatus(caller, user);
}

/** Nobody lifts a suspension of their own, but for an admin. */
export function canRaiseStatus(caller: Caller, user: Somebody): boolean {
  if (caller.role === 'admin') return true;
  const isOfTeam = user.role === 'member' || user.role === 'owner';
  return !isSelf(caller, user) && isOwnerAbove(caller, user) && isOfTeam;
}

/** Whether the caller chooses the account that a user belongs to, and any role in it. */
export function canChooseMembership({ role }: Caller): boolean {
  return role === 'admin';
}

/** The account whose users the caller may list and make members or owners; undefined when none. */
export function teamOf({ role, accountId }: Caller): Uuid | undefined {
  return (role === 'owner' || role === 'admin') && accountId !== null ? accountId : undefined;
}

function isSelf(caller: Caller, user: Somebody): boolean {
  return caller.userId === user.id;
}

function isOwnerAbove(caller: Caller, user: Somebody): boolean {
  return (
    caller.role === 'owner' && caller.accountId !== null && caller.accountId === user.accountId
  );
}
