import { accept, type Decision, refuse } from './decision.ts';
import type { Ended, SubscriptionEvent } from './event.ts';
import { hasEnded, type Subscription } from './subscription.ts';

/** Cancels now, or when what runs has run out. Without a running period it is always now. */
export function decideCancel(
  subscription: Subscription,
  atPeriodEnd: boolean,
  at: number,
): Decision {
  const { status, isCancelScheduled } = subscription;
  if (status === 'incomplete') return refuse('conflict', 'the subscription is still being created');
  if (hasEnded(subscription))
    return refuse('conflict', `the subscription is ${status} already: there is nothing to cancel`);
  const hasRunningPeriod = status === 'trialing' || status === 'active';
  if (atPeriodEnd && hasRunningPeriod)
    return isCancelScheduled ? accept() : accept({ type: 'cancel_scheduled', at });
  return accept(canceledNow(subscription, 'requested', at));
}

export function decideUncancel({ status, isCancelScheduled }: Subscription, at: number): Decision {
  if (isCancelScheduled) return accept({ type: 'cancel_unscheduled', at });
  return refuse('conflict', `no cancellation is scheduled: the subscription is ${status}`);
}

/** Its payer or seller goes away: ends what is paused. */
export function decideEndWithAccount(subscription: Subscription, at: number): Decision {
  return accept(canceledNow(subscription, 'account_closed', at));
}

/** Ends at once, and nobody has to pay what is open. */
export function canceledNow(
  subscription: Subscription,
  reason: Ended['reason'],
  at: number,
): SubscriptionEvent {
  return { ...ended(subscription, 'void'), at, status: 'canceled', reason, canceledAt: at };
}

/** The part of an end that follows from the subscription: which invoices it leaves behind. */
export function ended({ openInvoices, dunning }: Subscription, invoices: Ended['invoices']) {
  const failing = dunning ? [dunning.invoiceId] : [];
  const open = openInvoices.map((invoice) => invoice.invoiceId);
  return { type: 'ended', invoices, invoiceIds: [...new Set([...open, ...failing])] } as const;
}
