import { type PublicEvent, toPresentData, toPublicId, type Uuid } from '@florin/contracts';

/** An event as it stands in the log. */
export interface LoggedEvent {
  readonly id: Uuid;
  readonly accountId: Uuid | null;
  /** In its account's order; null outside any. */
  readonly sequence: bigint | null;
  /** In the one order over all accounts. */
  readonly position: bigint;
  readonly type: string;
  readonly createdAt: Date;
  readonly data: PublicEvent['data'];
  readonly request: PublicEvent['request'];
}

/** The event as clients see it, wherever they do. */
export function toPublicEvent(event: LoggedEvent): PublicEvent {
  const { id, idempotency_key } = event.request;
  return {
    id: toPublicId('event', event.id),
    object: 'event',
    type: event.type,
    created_at: event.createdAt.toISOString(),
    account_id: event.accountId && toPublicId('account', event.accountId),
    sequence: event.sequence === null ? null : Number(event.sequence),
    data: toPresentData(event.type, event.data),
    request: { id, idempotency_key },
  };
}
