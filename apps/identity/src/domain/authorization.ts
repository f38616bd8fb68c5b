import type { Caller, Uuid } from '@florin/contracts';
import type { User } from './user.ts';

type Someone = Pick<User, 'id' | 'accountId' | 'role'>;

/** Whether the user is an owner of this account, or more than that. */
export function isOwnerOf(user: Pick<User, 'accountId' | 'role'>, accountId: Uuid): boolean {
  return user.accountId === accountId && (user.role === 'owner' || user.role === 'admin');
}

export function canListUsers({ role }: Caller): boolean {
  return role === 'admin' || role === 'platform';
}

/** Whoever may not see a user is told that there is none. */
export function canSeeUser(caller: Caller, user: Someone): boolean {
  return isSelf(caller, user) || canListUsers(caller) || isOwnerAbove(caller, user);
}

/** Of those whom the caller sees: oneself, members and owners for an owner, all for an admin. */
export function canChangeUser(caller: Caller, user: Someone): boolean {
  return isSelf(caller, user) || canRaiseUser(caller, user);
}

export function canDeleteUser(caller: Caller, user: Someone): boolean {
  return canChangeUser(caller, user);
}

/** Nobody lifts a suspension of their own, but for an admin. */
export function canRaiseUser(caller: Caller, user: Someone): boolean {
  if (caller.role === 'admin') return true;
  const isOfTeam = user.role === 'member' || user.role === 'owner';
  return !isSelf(caller, user) && isOwnerAbove(caller, user) && isOfTeam;
}

/** Whether the caller says to which account a user belongs and as what. */
export function canPlaceUsers({ role }: Caller): boolean {
  return role === 'admin';
}

/** The account whose users the caller may list and make members or owners; undefined when none. */
export function teamOf({ role, accountId }: Caller): Uuid | undefined {
  return (role === 'owner' || role === 'admin') && accountId !== null ? accountId : undefined;
}

function isSelf(caller: Caller, user: Someone): boolean {
  return caller.userId === user.id;
}

function isOwnerAbove(caller: Caller, user: Someone): boolean {
  return (
    caller.role === 'owner' && caller.accountId !== null && caller.accountId === user.accountId
  );
}

/** The account whose API keys the caller may see; undefined when none. */
export function keysSeenBy(caller: Caller): Uuid | 'all' | undefined {
  return caller.role === 'platform' ? 'all' : keysManagedBy(caller);
}

/** The account whose API keys the caller may rotate and revoke; undefined when none. */
export function keysManagedBy({ role, accountId }: Caller): Uuid | 'all' | undefined {
  if (role === 'admin') return 'all';
  return role === 'owner' && accountId !== null ? accountId : undefined;
}
