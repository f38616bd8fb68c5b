import { toPublicId, type Uuid } from './ids.ts';
import { livemodeOf } from './livemode.ts';
import type { PublicEvent } from './resources/event.ts';

/** The stored data of an event that clients can see. */
export interface EventFacts {
  readonly id: Uuid;
  /** Null for events outside any account. */
  readonly accountId: Uuid | null;
  /** Sequence within the account; null outside any account. */
  readonly sequence: bigint | null;
  readonly type: string;
  readonly createdAt: Date;
  readonly data: PublicEvent['data'];
  readonly request: PublicEvent['request'];
}

/** The public shape of an event, the same in the log, the stream and webhooks. */
export function toPublicEvent(event: EventFacts): PublicEvent {
  const { id, idempotency_key } = event.request;
  return {
    id: toPublicId('event', event.id),
    object: 'event',
    livemode: livemodeOf(event.accountId),
    type: event.type,
    created_at: event.createdAt.toISOString(),
    account_id: event.accountId && toPublicId('account', event.accountId),
    sequence: event.sequence === null ? null : Number(event.sequence),
    data: event.data,
    request: { id, idempotency_key },
  };
}
