import { type DomainEvent, type EventType, newId } from '@florin/contracts';
import { type Cause, toEventRequest } from './cause.ts';
import { changeUser, toUserResource, type User } from './user.ts';

export function userCreated(user: User, cause: Cause): DomainEvent {
  return userEvent('user.created', user, { object: toUserResource(user) }, cause);
}

/** Carries what the changed fields held before. */
export function userUpdated(before: User, after: User, cause: Cause): DomainEvent {
  const object = toUserResource(after);
  const previous = Object.fromEntries(
    Object.entries(toUserResource(before)).filter(
      ([field, value]) => object[field as keyof typeof object] !== value,
    ),
  );
  return userEvent('user.updated', after, { object, previous }, cause);
}

/** Carries the user as it was; one version further, as its last. */
export function userDeleted(user: User, cause: Cause, now: Date): DomainEvent {
  const last = changeUser(user, {}, now);
  return userEvent('user.deleted', last, { object: toUserResource(user) }, cause);
}

function userEvent(
  type: EventType,
  user: User,
  data: DomainEvent['data'],
  cause: Cause,
): DomainEvent {
  return {
    id: newId(),
    type,
    created_at: user.updatedAt.toISOString(),
    account_id: user.accountId,
    aggregate_id: user.id,
    aggregate_sequence: Number(user.version),
    data,
    request: toEventRequest(cause),
  };
}
