import { type DomainEvent, differenceOf, type Uuid } from '@florin/contracts';
import type { Cause } from './event.ts';
import { type PaymentRequest, toPaymentResource } from './payment-request.ts';

/** The event of a change; undefined when clients see none. Every version has exactly one. */
export function toPaymentEvent(
  before: PaymentRequest | undefined,
  after: PaymentRequest,
  cause: Cause,
  newEventId: () => Uuid,
): DomainEvent | undefined {
  if (before?.version === after.version) return undefined;
  const object = toPaymentResource(after);
  const previous = before && differenceOf(toPaymentResource(before), object);
  return {
    id: newEventId(),
    type: after.status === 'pending' ? 'payment.created' : `payment.${after.status}`,
    created_at: object.updated_at ?? object.created_at,
    account_id: after.accountId,
    aggregate_id: after.id,
    aggregate_sequence: Number(after.version),
    data: previous ? { object, previous } : { object },
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
  };
}
