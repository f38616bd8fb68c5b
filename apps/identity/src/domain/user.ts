import { type Role, toPublicId, type UserResource, type Uuid } from '@florin/contracts';

export type UserStatus = UserResource['status'];

export interface User {
  readonly id: Uuid;
  /** Canonical. */
  readonly email: string;
  readonly username: string | null;
  readonly name: string | null;
  readonly status: UserStatus;
  /** Null for a user without an account; then the role is null too. */
  readonly accountId: Uuid | null;
  readonly role: Role | null;
  readonly version: bigint;
  readonly createdAt: Date;
  readonly updatedAt: Date;
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
    email: user.email,
    username: user.username,
    name: user.name,
    status: user.status,
    account_id: user.accountId && toPublicId('account', user.accountId),
    role: user.role,
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
  };
}
