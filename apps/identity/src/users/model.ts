import {
  type AnonymizedUserResource,
  type DomainEvent,
  differenceOf,
  erasedUserEmail,
  livemodeOf,
  type Role,
  toPublicId,
  type UserResource,
  type Uuid,
} from '@florin/contracts';
import { type Cause, toDomainEvent } from '../event-model.ts';

export type UserStatus = UserResource['status'];

export interface User {
  readonly id: Uuid;
  /** Canonical. */
  readonly email: string;
  /** When they have shown that they read mail there; null while nobody has. */
  readonly emailVerifiedAt: Date | null;
  readonly username: string | null;
  readonly name: string | null;
  readonly status: UserStatus;
  /** Null for a user without an account; then the role is null too. */
  readonly accountId: Uuid | null;
  readonly role: Role | null;
  /** Account that made this login; null once its person has chosen a password by mail. */
  readonly createdBy: Uuid | null;
  /** False while the password is the one that the account chose. */
  readonly hasOwnPassword: boolean;
  readonly version: bigint;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A user who is made now: active, and without a username. Without `createdBy` the login is their own. */
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
    // Whoever runs this Florin has named their administrator themselves.
    emailVerifiedAt: given.role === 'admin' ? now : null,
    username: null,
    status: 'active',
    version: 1n,
    createdAt: now,
    updatedAt: now,
  };
}

/** The user with something changed: one version further. */
export function changeUser(user: User, change: Partial<User>, now: Date): User {
  return { ...user, ...change, version: user.version + 1n, updatedAt: now };
}

/** The user as clients and events show it. */
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

/** Carries what the changed fields held before. */
export function userUpdated(before: User, after: User, cause: Cause): DomainEvent {
  const object = toUserResource(after);
  const previous = differenceOf(toUserResource(before), object);
  return userEvent('user.updated', after, { object, previous }, cause);
}

/** Carries the user as it was; one version further, as its last. */
export function userDeleted(user: User, cause: Cause, now: Date): DomainEvent {
  const last = changeUser(user, {}, now);
  return userEvent('user.deleted', last, { object: toUserResource(user) }, cause);
}

/** A user without personal data. */
export function withoutPerson(user: User): User {
  return { ...user, email: erasedUserEmail(user.id), username: null, name: null };
}

/** Asks every service to erase a user who was deleted: the version after the last. */
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

function userEvent(
  type: 'user.created' | 'user.updated' | 'user.deleted' | 'user.anonymized',
  user: User,
  data: DomainEvent['data'],
  cause: Cause,
): DomainEvent {
  const { updatedAt: at, accountId } = user;
  return toDomainEvent(type, { at, accountId, aggregate: user, data, cause });
}
