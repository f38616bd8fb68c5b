import {
  type DomainEvent,
  differenceOf,
  livemodeOf,
  type MembershipResource,
  newId,
  type TeamRole,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type Cause, toDomainEvent } from './event.ts';

/** Membership of a user in an account beyond their first, which is stored with the user. */
export interface Membership {
  readonly id: Uuid;
  readonly userId: Uuid;
  readonly accountId: Uuid;
  readonly role: TeamRole;
  readonly version: bigint;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export function newMembership(
  given: Pick<Membership, 'userId' | 'accountId' | 'role'>,
  now: Date,
): Membership {
  return { ...given, id: newId(), version: 1n, createdAt: now, updatedAt: now };
}

export function toMembershipResource(membership: Membership): MembershipResource {
  return {
    id: toPublicId('membership', membership.id),
    object: 'membership',
    livemode: livemodeOf(membership.accountId) ?? false,
    user_id: toPublicId('user', membership.userId),
    account_id: toPublicId('account', membership.accountId),
    role: membership.role,
    created_at: membership.createdAt.toISOString(),
    updated_at: membership.updatedAt.toISOString(),
  };
}

/** The event for a transition between two states of a membership; undefined is no membership. */
export function membershipEvent(
  before: Membership | undefined,
  after: Membership | undefined,
  cause: Cause,
  now: Date,
): DomainEvent {
  const shown = after ?? before;
  if (!shown) throw new Error('a membership without a before and after state has no event');
  const object = toMembershipResource(shown);
  const isChange = before !== undefined && after !== undefined;
  const previous = isChange ? { previous: differenceOf(toMembershipResource(before), object) } : {};
  const change = before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated';
  const version = after?.version ?? shown.version + 1n;
  return toDomainEvent(`membership.${change}`, {
    at: now,
    accountId: shown.accountId,
    aggregate: { id: shown.id, version },
    data: { object, ...previous },
    cause,
  });
}
