import {
  type DomainEvent,
  differenceOf,
  type EventType,
  newId,
  toInstant,
  type Uuid,
} from '@florin/contracts';
import type { InvoiceChange } from '../invoices/model.ts';
import { toInvoiceResource } from '../invoices/resource.ts';
import type { SubscriptionEvent } from './events-model.ts';
import type { Parties, Subscription } from './model.ts';
import { toSubscriptionResource } from './resource.ts';

/** The request that caused a change; nulls for background work. */
export interface Cause {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

export const bySystem: Cause = { requestId: null, idempotencyKey: null };

/** The time of a change, and the request that caused it. */
export interface Occasion {
  /** Time of the subscription's clock. */
  readonly nowMs: number;
  /** Time of event logs, even for subscriptions with a test clock. */
  readonly realMs: number;
  readonly cause: Cause;
}

/** A subscription with its counters. */
export interface Stored {
  readonly subscription: Subscription;
  /** Number of its last public event; 0 while it is being created. */
  readonly version: number;
  readonly historyLength: number;
  readonly updatedAt: number;
}

/**
 * Public events of a change. The type follows from the new status; there are none if clients see no
 * difference. A new subscription gets `created`, then its status.
 */
export function subscriptionEvents(
  before: Stored,
  after: Subscription,
  events: readonly SubscriptionEvent[],
  occasion: Occasion,
): readonly DomainEvent[] {
  if (after.status === 'incomplete') return [];
  // A charge without an outcome is not visible.
  if (before.version > 0 && events.every(({ type }) => type === 'charge_started')) return [];
  const { nowMs } = occasion;
  const object = toSubscriptionResource(after, nowMs);
  const isNew = before.version === 0;
  const previous = isNew
    ? undefined
    : differenceOf(toSubscriptionResource(before.subscription, nowMs), object);
  const types = isNew
    ? (['subscription.created', ...firstTypes(after)] as const)
    : changeTypes(before.subscription, after, events, Object.keys(previous ?? {}).length > 0);
  return types.map((type, index) => ({
    ...envelope(type, after, after.id, before.version + index + 1, occasion),
    data: previous ? { object, previous } : { object },
  }));
}

function firstTypes({ status }: Subscription): readonly EventType[] {
  if (status === 'active') return ['subscription.activated'];
  return status === 'past_due' ? ['subscription.past_due'] : [];
}

function changeTypes(
  before: Subscription,
  after: Subscription,
  events: readonly SubscriptionEvent[],
  isVisible: boolean,
): readonly EventType[] {
  if (events.some((event) => event.type === 'trial_end_announced'))
    return ['subscription.trial_will_end'];
  if (!isVisible) return [];
  if (before.status === after.status) return ['subscription.updated'];
  if (before.status === 'paused' && (after.status === 'active' || after.status === 'trialing'))
    return ['subscription.resumed'];
  switch (after.status) {
    case 'active':
      return ['subscription.activated'];
    case 'past_due':
    case 'paused':
    case 'canceled':
    case 'expired':
      return [`subscription.${after.status}`];
    case 'trialing':
    case 'incomplete':
      return ['subscription.updated'];
    default:
      return after.status satisfies never;
  }
}

/** The event of an invoice's change. */
export function invoiceEvent(
  before: InvoiceChange['invoice'],
  { invoice, type }: InvoiceChange,
  occasion: Occasion,
): DomainEvent {
  const object = toInvoiceResource(invoice);
  const isNew = type === 'invoice.created';
  return {
    ...envelope(type, invoice, invoice.id, invoice.version, occasion),
    data: isNew
      ? { object }
      : { object, previous: differenceOf(toInvoiceResource(before), object) },
  };
}

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
