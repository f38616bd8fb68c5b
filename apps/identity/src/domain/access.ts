import {
  AppError,
  type Caller,
  isOwnerOrAccountAdmin,
  type Role,
  type Scope,
  type TeamRole,
  teamRoles,
  type Uuid,
} from '@florin/contracts';
import { mayKeyGrant } from './grant.ts';
import type { User } from './user.ts';

/** The caller and their current account; an API key has scopes. */
export type Actor = Pick<Caller, 'userId' | 'accountId' | 'role'> & Partial<Pick<Caller, 'scopes'>>;

/** A user's login and the accounts they belong to. */
export interface Person {
  /** Null if the act concerns no known user. */
  readonly id: Uuid | null;
  readonly accountId: Uuid | null;
  readonly role: Role | null;
  /** Memberships in open accounts beyond the first account. */
  readonly guestIn: readonly { readonly accountId: Uuid; readonly role: TeamRole }[];
  readonly createdBy: Uuid | null;
  readonly hasOwnPassword: boolean;
}

/** A user as access decisions see them. */
export interface UserInAccounts {
  readonly user: User;
  readonly person: Person;
}

export function toPerson(
  user: User,
  guestIn: readonly { readonly accountId: Uuid; readonly role: TeamRole }[],
): Person {
  const { id, accountId, role, createdBy, hasOwnPassword } = user;
  return { id, accountId, role, createdBy, hasOwnPassword, guestIn };
}

/** Granting a role in the actor's account, to a member or by an invitation. */
type Grant = `role:${Role}` | `invite:${Role}`;

/**
 * Acts on a login, acts on a membership in the actor's account, and `move`, which sets account and
 * role freely.
 */
export type Act =
  | ('see_login' | 'set_name' | 'set_password' | 'set_email' | 'lower_status' | 'raise_status')
  | ('reset_factors' | 'delete_login' | 'move')
  | ('see_member' | 'remove' | 'hand_over' | Grant);

/** Placeholder for acts that concern no particular person. */
export const anyone: Person = {
  ...{ id: null, accountId: null, role: null, guestIn: [], createdBy: null },
  hasOwnPassword: true,
};

/** Every access decision about users. Rules in words: docs/roles.md. */
export function mayActOn(actor: Actor, person: Person, what: Act): boolean {
  if (actor.scopes) return mayKeyActOn({ ...actor, scopes: actor.scopes }, person, what);
  if (actor.userId === null) return false;
  const isSelf = actor.userId === person.id;
  const isAdmin = actor.role === 'admin';
  const roleHere = roleIn(person, actor.accountId);
  const isManager = actor.accountId !== null && (isAdmin || isOwnerOrAccountAdmin(actor.role));
  const mayChangeRole = isManager && roleHere !== undefined && mayGrant(actor, roleHere);
  if (isGrant(what)) {
    const [how, role] = what.split(':') as ['role' | 'invite', Role];
    return (how === 'role' ? mayChangeRole : isManager) && mayGrant(actor, role);
  }
  const ownsLogin = isAdmin || (mayChangeRole && !isSelf && isManagedBy(person, actor.accountId));
  switch (what) {
    case 'see_login':
      return isSelf || isAdmin || actor.role === 'platform' || isFirstAccount(actor, person);
    case 'set_name':
    case 'set_password':
    case 'lower_status':
    case 'delete_login':
      return isSelf || ownsLogin;
    case 'raise_status':
    case 'reset_factors':
      return ownsLogin;
    case 'set_email':
      return isSelf || isAdmin;
    case 'move':
      return isAdmin;
    case 'see_member':
      return isManager && roleHere !== undefined;
    case 'remove':
      return mayChangeRole || (isSelf && roleHere !== undefined);
    case 'hand_over':
      return actor.role === 'owner' && !isSelf && roleHere !== undefined;
    default:
      return what satisfies never;
  }
}

type KeyActor = Pick<Caller, 'accountId'> & { readonly scopes: readonly Scope[] };

/** Acts of an API key: never on credentials, nor on users with more rights than the key. */
function mayKeyActOn(key: KeyActor, person: Person, what: Act): boolean {
  const { accountId, scopes } = key;
  if (accountId === null || !readsPeople(scopes)) return false;
  const roleHere = roleIn(person, accountId);
  const writes = scopes.includes('users:write');
  const mayChangeRole = writes && roleHere !== undefined && mayKeyGrant(scopes, roleHere);
  if (isGrant(what)) {
    const [how, role] = what.split(':') as ['role' | 'invite', Role];
    return (how === 'role' ? mayChangeRole : writes) && mayKeyGrant(scopes, role);
  }
  switch (what) {
    case 'see_login':
      return person.accountId === accountId;
    case 'see_member':
      return roleHere !== undefined;
    case 'remove':
      return mayChangeRole;
    case 'set_name':
    case 'lower_status':
    case 'raise_status':
    case 'delete_login':
      return mayChangeRole && isManagedBy(person, accountId);
    case 'set_password':
    case 'set_email':
    case 'reset_factors':
    case 'hand_over':
    case 'move':
      return false;
    default:
      return what satisfies never;
  }
}

/** A key that may write users may also read them. */
function readsPeople(scopes: readonly Scope[]): boolean {
  return scopes.includes('users:read') || scopes.includes('users:write');
}

function isGrant(what: Act): what is Grant {
  return what.startsWith('role:') || what.startsWith('invite:');
}

/** The role of a person in an account; undefined if they do not belong to it. */
export function roleIn(person: Person, accountId: Uuid | null): Role | undefined {
  if (accountId === null) return undefined;
  if (person.accountId === accountId) return person.role ?? undefined;
  return person.guestIn.find((each) => each.accountId === accountId)?.role;
}

/** The account whose members the actor manages; undefined if none. */
export function teamOf(actor: Actor): Uuid | undefined {
  const isManager = actor.scopes
    ? readsPeople(actor.scopes)
    : mayActOn(actor, anyone, 'invite:member');
  return isManager ? (actor.accountId ?? undefined) : undefined;
}

/**
 * The account that the caller manages.
 * @throws AppError forbidden if there is none.
 */
export function managedTeamOf(caller: Caller): Uuid {
  const accountId = teamOf(caller);
  if (accountId === undefined)
    throw new AppError(
      'forbidden',
      'only owners and account admins can list the users of an account; ask one of them',
    );
  return accountId;
}

/** An account sets credentials of a login that it created, until the login is the user's own. */
function isManagedBy(person: Person, accountId: Uuid | null): boolean {
  const isOnlyAccount = person.accountId === accountId && person.guestIn.length === 0;
  return isOnlyAccount && person.createdBy === accountId && !person.hasOwnPassword;
}

function isFirstAccount({ role, accountId }: Actor, person: Person): boolean {
  return isOwnerOrAccountAdmin(role) && accountId !== null && accountId === person.accountId;
}

/** Whether the actor may grant and revoke a role in their account. */
function mayGrant({ role }: Actor, granted: Role): boolean {
  if (!teamRoles.some((each) => each === granted)) return false;
  return role === 'owner' || role === 'admin' || (role === 'account_admin' && granted !== 'owner');
}
