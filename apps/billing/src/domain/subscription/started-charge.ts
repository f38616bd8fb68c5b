import type { Charge } from '../charge.ts';
import { applyEvent } from './apply.ts';
import type { SubscriptionEvent } from './events.ts';
import type { Parties, Subscription } from './model.ts';

/**
 * The charge that an event starts, and its parties; undefined if it starts none, or only a retry,
 * whose tax and credit are already known.
 */
export function startedCharge(
  before: Subscription | undefined,
  [first]: readonly SubscriptionEvent[],
  event: SubscriptionEvent,
): { readonly charge: Charge; readonly parties: Parties } | undefined {
  if (event.type !== 'charge_started' || event.charging.attempt > 1) return undefined;
  const parties = before ?? (first && applyEvent(undefined, first));
  return parties && { charge: event.charging.charge, parties };
}
