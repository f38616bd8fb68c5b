import { type EventType, newId, toInstant, type Uuid } from '@florin/contracts';
import type { Occasion } from '../cause.ts';
import type { Parties } from '../subscription/model.ts';

/** An event without its data. */
export function envelope(
  type: EventType,
  { payerAccountId, sellerId }: Pick<Parties, 'payerAccountId' | 'sellerId'>,
  aggregateId: Uuid,
  sequence: number,
  { realMs, cause: { requestId, idempotencyKey } }: Pick<Occasion, 'realMs' | 'cause'>,
) {
  return {
    id: newId(),
    type,
    created_at: toInstant(realMs),
    // Purchases of an account for itself belong to its own log.
    account_id: payerAccountId ?? sellerId,
    aggregate_id: aggregateId,
    aggregate_sequence: sequence,
    request: { id: requestId, idempotency_key: idempotencyKey },
  };
}
