import {
  type AnonymizedUserResource,
  AppError,
  type DomainEvent,
  differenceOf,
  erasedUserEmail,
  livemodeOf,
  type Role,
  toPublicId,
  type UserResource,
  type Uuid,
} from '@florin/contracts';
import { type Cause, toDomainEvent } from './event.ts';

export type UserStatus = UserResource['status'];

export interface User {
  readonly id: Uuid;
  /** In canonical form. */
  readonly email: string;
  /** Time of verification; null while unverified. */
  readonly emailVerifiedAt: Date | null;
  readonly username: string | null;
  readonly name: string | null;
  readonly status: UserStatus;
  /** Null for a user without an account, whose role is null too. */
  readonly accountId: Uuid | null;
  readonly role: Role | null;
  /** Account that created this login; null once its user has chosen a password by mail. */
  readonly createdBy: Uuid | null;
  /** False while the password is the one chosen by the account. */
  readonly hasOwnPassword: boolean;
  readonly version: bigint;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A new user, active and without a username. Without `createdBy` the login is their own. */
export function newUser(
  {
    createdBy = null,
    ...given
  }: Pick<User, 'id' | 'email' | 'name' | 'accountId' | 'role'> & Partial<Pick<User, 'createdBy'>>,
  now: Date,
): User {
  return {
    ...given,
    createdBy,
    hasOwnPassword: createdBy === null,
    // The operator has chosen the administrator's email.
    emailVerifiedAt: given.role === 'admin' ? now : null,
    username: null,
    status: 'active',
    version: 1n,
    createdAt: now,
    updatedAt: now,
  };
}

/** The changed user with its next version. */
export function changeUser(user: User, change: Partial<User>, now: Date): User {
  return { ...user, ...change, version: user.version + 1n, updatedAt: now };
}

/** The user as shown to clients and in events. */
export function toUserResource(user: User): UserResource {
  return {
    id: toPublicId('user', user.id),
    object: 'user',
    livemode: livemodeOf(user.accountId),
    email: user.email,
    email_verified: user.emailVerifiedAt !== null,
    username: user.username,
    name: user.name,
    status: user.status,
    account_id: user.accountId && toPublicId('account', user.accountId),
    role: user.role,
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
  };
}

export function userCreated(user: User, cause: Cause): DomainEvent {
  return userEvent('user.created', user, { object: toUserResource(user) }, cause);
}

/** Event with the former values of changed fields in `previous`. */
export function userUpdated(before: User, after: User, cause: Cause): DomainEvent {
  const object = toUserResource(after);
  const previous = differenceOf(toUserResource(before), object);
  return userEvent('user.updated', after, { object, previous }, cause);
}

/** Event with the user as it was; its version is the last one. */
export function userDeleted(user: User, cause: Cause, now: Date): DomainEvent {
  const last = changeUser(user, {}, now);
  return userEvent('user.deleted', last, { object: toUserResource(user) }, cause);
}

/** The user without personal data. */
export function withoutPerson(user: User): User {
  return { ...user, email: erasedUserEmail(user.id), username: null, name: null };
}

/** Requests every service to erase a deleted user; its version follows the last. */
export function userAnonymized(
  deleted: User,
  invitationIds: readonly Uuid[],
  cause: Cause,
  now: Date,
): DomainEvent {
  const last = changeUser(changeUser(withoutPerson(deleted), {}, now), {}, now);
  const object: AnonymizedUserResource = {
    ...toUserResource(last),
    invitation_ids: invitationIds.map((id) => toPublicId('invitation', id)),
  };
  return userEvent('user.anonymized', last, { object }, cause);
}

/** The account that created a login may know its password until a reset by mail. */
export function passwordIsNotOwn(): AppError {
  return new AppError(
    'conflict',
    'another account created this login and may know its password; set your own with POST /v1/auth/password_reset, then retry',
  );
}

function userEvent(
  type: 'user.created' | 'user.updated' | 'user.deleted' | 'user.anonymized',
  user: User,
  data: DomainEvent['data'],
  cause: Cause,
): DomainEvent {
  const { updatedAt: at, accountId } = user;
  return toDomainEvent(type, { at, accountId, aggregate: user, data, cause });
}
