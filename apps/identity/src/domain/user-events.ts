import { type DomainEvent, newId } from '@florin/contracts';
import { toUserResource, type User } from './user.ts';

export function userCreated(user: User, requestId: string): DomainEvent {
  return userEvent('user.created', user, { object: toUserResource(user) }, requestId);
}

/** Carries what the changed fields held before. */
export function userUpdated(before: User, after: User, requestId: string): DomainEvent {
  const object = toUserResource(after);
  const previous = Object.fromEntries(
    Object.entries(toUserResource(before)).filter(
      ([field, value]) => object[field as keyof typeof object] !== value,
    ),
  );
  return userEvent('user.updated', after, { object, previous }, requestId);
}

function userEvent(
  type: string,
  user: User,
  data: DomainEvent['data'],
  requestId: string,
): DomainEvent {
  return {
    id: newId(),
    type,
    created_at: user.updatedAt.toISOString(),
    account_id: user.accountId,
    aggregate_id: user.id,
    aggregate_sequence: Number(user.version),
    data,
    request: { id: requestId, idempotency_key: null },
  };
}
