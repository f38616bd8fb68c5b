import type { EventType } from '@florin/contracts';
import { contracts } from './all-contracts.ts';

export const eventsOf: Readonly<Record<string, readonly EventType[]>> = Object.fromEntries(
  contracts.flatMap(({ operation, events }) => (events ? [[operation, events]] : [])),
);

/** Changes that have no event, with the reason. */
export const withoutEvents: Readonly<Record<string, string>> = Object.fromEntries(
  contracts.flatMap(({ operation, withoutEvents: why }) => (why ? [[operation, why]] : [])),
);

/**
 * Events caused by time or by payments of customers instead of requests. Tested by each service.
 */
export const byItself: readonly EventType[] = [
  'webhook_endpoint.disabled',
  'payment.failed',
  'refund.failed',
  'payout.paid',
  'payout.failed',
  'dispute.created',
  'invoice.disputed',
  'invoice.recovered',
  'dispute.updated',
  'dispute.lost',
  'payment_method.created',
  'payment_method.updated',
  'payment_method.expiring',
  'subscription.trial_will_end',
  'subscription.past_due',
  'subscription.expired',
  'invoice.payment_failed',
  'invoice.overdue',
  'invoice.reminder_due',
];
