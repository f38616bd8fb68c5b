import { eventsOf } from './event.ts';
import { toPaymentResource } from './payment-request.ts';

export const toPaymentEvent = eventsOf(toPaymentResource, (_before, { status }) =>
  status === 'pending' ? 'payment.created' : `payment.${status}`,
);
