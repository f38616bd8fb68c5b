import type { DomainEvent } from '@florin/contracts';

/** The request that an event comes from. */
export interface Cause {
  readonly requestId: string;
  /** The client's Idempotency-Key, where it sent one. */
  readonly idempotencyKey?: string | undefined;
}

export function toEventRequest({ requestId, idempotencyKey }: Cause): DomainEvent['request'] {
  return { id: requestId, idempotency_key: idempotencyKey ?? null };
}
