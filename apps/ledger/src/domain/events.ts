import {
  type Actor,
  type DomainEvent,
  differenceOf,
  type EventType,
  type Uuid,
} from '@florin/contracts';

/** The request that caused an event; nulls for background work. */
export interface Cause {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  readonly actor?: Actor | undefined;
}

/** Cause of background work. */
export const SYSTEM_CAUSE: Cause = { requestId: null, idempotencyKey: null };

interface Versioned {
  readonly id: Uuid;
  readonly accountId: Uuid;
  readonly version: bigint;
}

type Resource = Record<string, unknown> & {
  readonly created_at: string;
  readonly updated_at?: string | undefined;
};

/**
 * The event of a change; undefined if clients see no difference. Every version has exactly one
 * event.
 */
type ToEvent<Thing> = (
  before: Thing | undefined,
  after: Thing,
  cause: Cause,
  newEventId: () => Uuid,
) => DomainEvent | undefined;

/** Creates the events of one kind of object, as clients read it. */
export function eventsOf<Thing extends Versioned>(
  toObject: (thing: Thing) => Resource,
  typeOf: (before: Thing | undefined, after: Thing) => EventType,
): ToEvent<Thing> {
  return (before, after, cause, newEventId) => {
    if (before?.version === after.version) return undefined;
    const object = toObject(after);
    const previous = before && differenceOf(toObject(before), object);
    return {
      id: newEventId(),
      type: typeOf(before, after),
      created_at: object.updated_at ?? object.created_at,
      account_id: after.accountId,
      aggregate_id: after.id,
      aggregate_sequence: Number(after.version),
      data: previous ? { object, previous } : { object },
      request: {
        id: cause.requestId,
        idempotency_key: cause.idempotencyKey,
        ...(cause.actor && { actor: cause.actor }),
      },
    };
  };
}
