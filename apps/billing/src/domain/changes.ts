import type { Uuid } from '@florin/contracts';
import type { Charge } from './charge.ts';
import type { SubscriptionEvent } from './event.ts';

/** The change that a charge is for; undefined for the charge of a period. */
export function changeOf({ kind, cause }: Charge): Uuid | undefined {
  return kind === 'change' ? cause.slice('change:'.length) : undefined;
}

/** The change that begins with an event. */
export function changeBegunBy(event: SubscriptionEvent): Uuid | undefined {
  if (event.type === 'charge_started') return changeOf(event.charging.charge);
  return event.type === 'plan_changed' || event.type === 'change_scheduled'
    ? event.changeId
    : undefined;
}
