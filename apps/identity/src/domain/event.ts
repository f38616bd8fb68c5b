import { type DomainEvent, type EventType, newId, type Uuid } from '@florin/contracts';

/** The request that caused an event. */
export interface Cause {
  readonly requestId: string;
  /** The client's Idempotency-Key, if sent. */
  readonly idempotencyKey?: string | undefined;
}

interface EventContent {
  readonly at: Date;
  readonly accountId: Uuid | null;
  readonly aggregate: { readonly id: Uuid; readonly version: bigint };
  readonly data: DomainEvent['data'];
  readonly cause: Cause;
}

/** An event of a user, session or API key, numbered by its aggregate's version. */
export function toDomainEvent(
  type: EventType,
  { at, accountId, aggregate, data, cause }: EventContent,
): DomainEvent {
  return {
    id: newId(),
    type,
    created_at: at.toISOString(),
    account_id: accountId,
    aggregate_id: aggregate.id,
    aggregate_sequence: Number(aggregate.version),
    data,
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey ?? null },
  };
}
