import {
  AppError,
  type Caller,
  isOwnerOrAccountAdmin,
  parseEmail,
  type Role,
  teamRoles,
  type Uuid,
} from '@florin/contracts';
import { type Act, anyone, mayActOn, type UserInAccounts } from './access.ts';
import { toUserResource, type User, type UserStatus } from './user.ts';

/** Fields of a user change; undefined if not sent. */
export interface UserChangeRequest {
  readonly name: string | null | undefined;
  readonly username: string | null | undefined;
  readonly status: UserStatus | undefined;
  readonly membership: MembershipRequest;
  readonly hasPassword: boolean;
  /** Sent fields that the caller may not set, except those in `membership`. */
  readonly readOnly: Readonly<Record<string, unknown>>;
}

export type UserChange = Partial<Pick<User, 'name' | 'username' | 'status' | 'accountId' | 'role'>>;

const rank: Readonly<Record<UserStatus, number>> = { suspended: 0, pending: 1, active: 2 };

/** The changed fields, or the error. */
export function decideUserChange(
  caller: Caller,
  { user, person }: UserInAccounts,
  request: UserChangeRequest,
): UserChange | AppError {
  const may = (what: Act) => mayActOn(caller, person, what);
  if (!may('set_name') && !teamRoles.some((role) => may(`role:${role}`)))
    return new AppError('unauthorized', 'you can read this user but not change it; ask an admin');
  const field = readOnlyDifference(user, request.readOnly);
  if (field !== undefined)
    return new AppError('invalid_request', `${field}: cannot be changed here; omit it`);
  if (caller.scopes && request.hasPassword)
    return new AppError(
      'unauthorized',
      'password: cannot be set by API keys; request a reset with POST /v1/auth/password_reset',
    );
  const { name = user.name, username = user.username, status = user.status } = request;
  const isRenamed = name !== user.name || username !== user.username;
  if ((isRenamed && !may('set_name')) || (request.hasPassword && !may('set_password')))
    return notYourLogin();
  if (status !== user.status) {
    const isRaised = rank[status] > rank[user.status];
    if (isRaised && may('lower_status') && !may('raise_status'))
      return new AppError('unauthorized', 'status: you cannot raise your own; ask an admin');
    if (!may(isRaised ? 'raise_status' : 'lower_status')) return notYourLogin();
  }
  const membership = may('move')
    ? decideMembership(caller, user, request.membership)
    : decideRole(caller, { user, person }, request.membership);
  if (membership instanceof AppError) return membership;
  const { accountId, role } = membership;
  return {
    ...(name === user.name ? {} : { name }),
    ...(username === user.username ? {} : { username }),
    ...(status === user.status ? {} : { status }),
    ...(accountId === user.accountId ? {} : { accountId }),
    ...(role === user.role ? {} : { role }),
  };
}

function notYourLogin(): AppError {
  return new AppError(
    'unauthorized',
    'this login belongs to its person; change their role, remove them with DELETE /v1/account/users/{user_id}, or request a reset with POST /v1/auth/password_reset',
  );
}

/** The first field sent with a value other than the current one. */
function readOnlyDifference(
  user: User,
  sent: Readonly<Record<string, unknown>>,
): string | undefined {
  const current = new Map<string, unknown>(Object.entries(toUserResource(user)));
  return Object.keys(sent).find((field) => {
    const value = sent[field];
    if (value === undefined) return false;
    const canonical = field === 'email' && typeof value === 'string' ? parseEmail(value) : value;
    return canonical !== current.get(field);
  });
}

/** Account and role of a user: both or neither. */
export type Membership = Pick<User, 'accountId' | 'role'>;

/** Requested account and role; undefined if not sent. */
export interface MembershipRequest {
  readonly accountId: Uuid | null | undefined;
  readonly role: Role | null | undefined;
}

export const noMembership: Membership = { accountId: null, role: null };

/** The membership requested by an admin, or the error. */
export function decideMembership(
  caller: Caller,
  before: Membership,
  request: MembershipRequest,
): Membership | AppError {
  // Platform staff belong to the platform account, where the admin is.
  const isStaff = request.role === 'admin' || request.role === 'platform';
  const implied = before.accountId ?? (isStaff ? caller.accountId : null);
  const accountId = request.accountId === undefined ? implied : request.accountId;
  if (accountId === null) {
    if (request.role === undefined || request.role === null) return noMembership;
    return new AppError('invalid_request', `role: ${request.role} needs an account_id`);
  }
  if (request.role === null)
    return new AppError(
      'invalid_request',
      'role: a member of an account needs one; send account_id null to remove both',
    );
  return { accountId, role: request.role ?? before.role ?? 'member' };
}

/** The role requested by an owner for a user of their account, or the error. */
function decideRole(
  caller: Caller,
  { user, person }: UserInAccounts,
  { role }: MembershipRequest,
): Membership | AppError {
  const { accountId, role: before } = user;
  if (role === undefined || role === before) return { accountId, role: before };
  // The gateway's caller assertion may hold an outdated role; for callers themselves the stored
  // role counts.
  const actor = caller.userId === user.id ? { ...caller, role: before } : caller;
  if (role === null || !mayActOn(actor, person, `role:${role}`))
    return new AppError(
      'unauthorized',
      caller.scopes
        ? keyMayNotGrant(role ?? before)
        : 'role: you cannot grant it; only owners grant or revoke ownership, and only owners and admins grant roles',
    );
  return { accountId, role };
}

/** Why an API key may not grant a role. */
export function keyMayNotGrant(role: Role | null): string {
  return `role: this API key lacks scopes of the role ${role ?? 'given'}, or no key can grant it; use a key with these scopes, or an access token of an owner`;
}

/**
 * Owners, account admins and keys create members, admins choose freely, all others create users
 * without an account.
 */
export function decideFirstMembership(
  caller: Caller,
  request: MembershipRequest,
): Membership | AppError {
  if (caller.scopes && !mayActOn(caller, anyone, 'invite:member'))
    return new AppError('unauthorized', keyMayNotGrant('member'));
  if (!mayActOn(caller, anyone, 'move')) return impliedMembership(caller);
  // For a new user null equals not sent.
  const { accountId, role } = request;
  return decideMembership(caller, noMembership, {
    accountId: accountId ?? undefined,
    role: role ?? undefined,
  });
}

/** Membership of a new user whose creator cannot choose one. */
export function impliedMembership(caller: Caller): Membership {
  return makesMembers(caller) ? { accountId: caller.accountId, role: 'member' } : noMembership;
}

/** Whether users created by the caller join its account, which then knows their first password. */
export function makesMembers({ role, scopes }: Caller): boolean {
  return isOwnerOrAccountAdmin(role) || scopes !== null;
}
