import { changeCharge } from './charges.ts';
import type { Update } from './command.ts';
import { accept, type Decision, refuse } from './decision.ts';
import { compareTerms } from './plan-terms.ts';
import type { Subscription } from './subscription.ts';

/** Another plan or quantity: up at once, for the difference; down with the next period. */
export function decideUpdate(subscription: Subscription, command: Update, at: number): Decision {
  const { plan, quantity, changeId } = command;
  const refusal = refusalOf(subscription);
  if (refusal !== undefined) return refuse('conflict', refusal);
  if (plan.id === subscription.plan.id && quantity === subscription.quantity)
    return subscription.pendingChange ? accept({ type: 'pending_change_dropped', at }) : accept();

  const direction = compareTerms(subscription, { plan, quantity });
  // Nothing was paid in a trial, so nothing is owed for the rest of it.
  if (subscription.status === 'trialing' || direction === 'equal')
    return accept({ type: 'plan_changed', at, plan, quantity, changeId });
  if (direction === 'down')
    return accept({ type: 'change_scheduled', at, plan, quantity, changeId });

  const charge = changeCharge(subscription, command, command.pricedAt ?? at);
  const charging = { charge, attempt: 1, by: 'request', startedAt: at } as const;
  return accept({ type: 'charge_started', at, charging });
}

function refusalOf({ status }: Subscription): string | undefined {
  switch (status) {
    case 'trialing':
    case 'active':
      return undefined;
    case 'past_due':
      return 'the subscription is past due: its plan can change when the open invoice is paid';
    case 'paused':
      return 'the subscription is paused: resume it before changing its plan';
    case 'canceled':
    case 'expired':
      return `the subscription is ${status}: create a new one`;
    case 'incomplete':
      return 'the subscription is still being created';
    default:
      return status satisfies never;
  }
}
