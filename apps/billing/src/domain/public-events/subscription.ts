import { type DomainEvent, differenceOf, type EventType } from '@florin/contracts';
import type { Occasion } from '../cause.ts';
import { toSubscriptionResource } from '../resources/subscription.ts';
import type { SubscriptionEvent } from '../subscription/events.ts';
import type { Stored, Subscription } from '../subscription/model.ts';
import { envelope } from './envelope.ts';

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
