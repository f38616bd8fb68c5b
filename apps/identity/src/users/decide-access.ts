import { type Caller, isInCharge, type Role, teamRoles, type Uuid } from '@florin/contracts';
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
  return isSelf(caller, user) || canListUsers(caller) || isInChargeOf(caller, user);
}

/** Of those whom the caller sees: oneself, whom they could appoint, all for an admin. */
export function canChangeUser(caller: Caller, user: Somebody): boolean {
  return isSelf(caller, user) || canRaiseStatus(caller, user);
}

/** Nobody lifts a suspension of their own, but for an admin. */
export function canRaiseStatus(caller: Caller, user: Somebody): boolean {
  if (caller.role === 'admin') return true;
  return !isSelf(caller, user) && isInChargeOf(caller, user) && mayAppoint(caller, user.role);
}

/** Whether the caller chooses the account that a user belongs to, and any role in it. */
export function canChooseMembership({ role }: Caller): boolean {
  return role === 'admin';
}

/** The account whose people the caller looks after; undefined when none. */
export function teamOf({ role, accountId }: Caller): Uuid | undefined {
  return (isInCharge(role) || role === 'admin') && accountId !== null ? accountId : undefined;
}

/** Whether the caller may give a role in their account, and take it from whoever has it. */
export function mayAppoint({ role }: Caller, given: Role | null): boolean {
  if (!teamRoles.some((each) => each === given)) return false;
  return role === 'owner' || role === 'admin' || (role === 'account_admin' && given !== 'owner');
}

function isSelf(caller: Caller, user: Somebody): boolean {
  return caller.userId === user.id;
}

function isInChargeOf(caller: Caller, user: Somebody): boolean {
  return (
    isInCharge(caller.role) && caller.accountId !== null && caller.accountId === user.accountId
  );
}
