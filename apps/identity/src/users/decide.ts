import {
  AppError,
  type Caller,
  isInCharge,
  parseEmail,
  type Role,
  type Uuid,
} from '@florin/contracts';
import { canChangeUser, canChooseMembership, canRaiseStatus, mayAppoint } from './decide-access.ts';
import { toUserResource, type User, type UserStatus } from './model.ts';

/** What a client sends to change a user; undefined where it sends nothing. */
export interface UserChangeRequest {
  readonly name: string | null | undefined;
  readonly username: string | null | undefined;
  readonly status: UserStatus | undefined;
  readonly membership: MembershipRequest;
  /** Fields that the caller may not set, as they were sent: all but what is in `membership`. */
  readonly readOnly: Readonly<Record<string, unknown>>;
}

export type UserChange = Partial<Pick<User, 'name' | 'username' | 'status' | 'accountId' | 'role'>>;

const rank: Readonly<Record<UserStatus, number>> = { suspended: 0, pending: 1, active: 2 };

/** What would be different afterwards, or why it may not be. */
export function decideUserChange(
  caller: Caller,
  user: User,
  request: UserChangeRequest,
): UserChange | AppError {
  if (!canChangeUser(caller, user))
    return new AppError('unauthorized', 'you may see this user but not change it: ask an admin');
  const field = readOnlyDifference(user, request.readOnly);
  if (field !== undefined)
    return new AppError('invalid_request', `${field}: cannot be changed here, leave it out`);
  const { name = user.name, username = user.username, status = user.status } = request;
  if (rank[status] > rank[user.status] && !canRaiseStatus(caller, user))
    return new AppError(
      'unauthorized',
      'nobody raises their own status: ask the owner of the account or an admin',
    );
  const membership = canChooseMembership(caller)
    ? decideMembership(caller, user, request.membership)
    : decideRole(caller, user, request.membership);
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

/** The first field that was sent with another value than it has. */
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

/** To which account a user belongs and as what: both, or neither. */
export type Membership = Pick<User, 'accountId' | 'role'>;

/** What a client asks for; undefined where nothing is said. */
export interface MembershipRequest {
  readonly accountId: Uuid | null | undefined;
  readonly role: Role | null | undefined;
}

export const noMembership: Membership = { accountId: null, role: null };

/** What an admin's request makes of a user, or why it is refused. */
export function decideMembership(
  caller: Caller,
  before: Membership,
  request: MembershipRequest,
): Membership | AppError {
  // Whoever works for the platform belongs to its account, where the admin is.
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
      'role: a user of an account has one; send account_id null to take both away',
    );
  return { accountId, role: request.role ?? before.role ?? 'member' };
}

/** What an owner's request makes of a user of their account, or why it is refused. */
function decideRole(
  caller: Caller,
  user: Pick<User, 'id' | 'accountId' | 'role'>,
  { role }: MembershipRequest,
): Membership | AppError {
  const { accountId, role: before } = user;
  if (role === undefined || role === before) return { accountId, role: before };
  // Whoever was in charge when they asked may be so no more by now.
  if (caller.userId === user.id && !isInCharge(before))
    return new AppError('unauthorized', 'nobody gives themselves a role: ask the owner');
  if (!mayAppoint(caller, before) || !mayAppoint(caller, role))
    return new AppError('unauthorized', 'owners are made, and unmade, by owners: ask one');
  return { accountId, role };
}

/** A user made by whoever is in charge is a member, one made by an admin is what they say, others have none. */
export function decideFirstMembership(
  caller: Caller,
  request: MembershipRequest,
): Membership | AppError {
  if (!canChooseMembership(caller)) return impliedMembership(caller);
  // A null says nothing of somebody new.
  const { accountId, role } = request;
  return decideMembership(caller, noMembership, {
    accountId: accountId ?? undefined,
    role: role ?? undefined,
  });
}

/** What a new user gets whose maker cannot choose. */
export function impliedMembership({ role, accountId }: Caller): Membership {
  return isInCharge(role) ? { accountId, role: 'member' } : noMembership;
}
