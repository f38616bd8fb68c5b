import { toPublicId, type Uuid } from './ids.ts';
import { livemodeOf } from './livemode.ts';
import type { PublicEvent } from './resources/event.ts';

/** What is known of an event that clients are shown. */
export interface EventFacts {
  readonly id: Uuid;
  /** Null for what happens outside any account. */
  readonly accountId: Uuid | null;
  /** In its account's order; null outside any. */
  readonly sequence: bigint | null;
  readonly type: string;
  readonly createdAt: Date;
  readonly data: PublicEvent['data'];
  readonly request: PublicEvent['request'];
}

/** The event as clients see it, wherever they do. */
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
