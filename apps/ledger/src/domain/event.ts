import { type DomainEvent, differenceOf, type EventType, type Uuid } from '@florin/contracts';
import { type Transaction, toResource } from './transaction.ts';

/** The request that caused an event; nulls when Florin acted by itself. */
export interface Cause {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

/** The event of a change; undefined when nothing changed. Every version has exactly one. */
export function toEvent(
  before: Transaction | undefined,
  after: Transaction,
  cause: Cause,
  newEventId: () => Uuid,
): DomainEvent | undefined {
  if (before?.version === after.version) return undefined;
  const object = toResource(after);
  const previous = before && differenceOf(toResource(before), object);
  return {
    id: newEventId(),
    type: typeOf(before, after),
    created_at: object.updated_at ?? object.created_at,
    account_id: after.accountId,
    aggregate_id: after.id,
    aggregate_sequence: Number(after.version),
    data: previous ? { object, previous } : { object },
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
  };
}

function typeOf(before: Transaction | undefined, after: Transaction): EventType {
  if (!before) return 'transaction.created';
  if (before.status === after.status || after.status === 'pending') return 'transaction.updated';
  return `transaction.${after.status}`;
}
