import type { Uuid } from '@florin/contracts';
import { periodCharge } from './charges.ts';
import { ended } from './decide-cancel.ts';
import { OVERDUE } from './decide-records.ts';
import { accept, type Decision } from './decision.ts';
import { announcementAt, dueAtOf, firstDue } from './due.ts';
import type { SubscriptionEvent } from './event.ts';
import { afterFailure } from './failures.ts';
import type { Subscription } from './subscription.ts';

/** Does what is due first; nothing when nothing is due or a charge is on its way. */
export function decideTick(subscription: Subscription, invoiceId: Uuid, at: number): Decision {
  const dueAt = dueAtOf(subscription);
  if (subscription.charging || dueAt === null || dueAt > at) return accept();
  const { status } = subscription;
  switch (status) {
    case 'trialing': {
      const announceAt = announcementAt(subscription);
      if (announceAt !== null && announceAt <= at)
        return accept({ type: 'trial_end_announced', at });
      return accept(endOfPeriod(subscription, invoiceId, at));
    }
    case 'active': {
      const invoice = firstDue(subscription);
      if (invoice && invoice.dueAt <= dueAt)
        return accept(...overdue(subscription, invoice.invoiceId, 1, at));
      return accept(endOfPeriod(subscription, invoiceId, at));
    }
    case 'past_due':
      return decidePastDueTick(subscription, at);
    case 'paused':
      // At the instant that was asked for, however late this is noticed.
      return accept({ type: 'resumed', at: dueAt });
    case 'canceled':
    case 'expired': {
      const invoice = firstDue(subscription);
      return invoice
        ? accept({ type: 'invoice_given_up', at, invoiceId: invoice.invoiceId })
        : accept();
    }
    case 'incomplete':
      return accept();
    default:
      return status satisfies never;
  }
}

function endOfPeriod(subscription: Subscription, invoiceId: Uuid, at: number): SubscriptionEvent {
  if (subscription.isCancelScheduled) return endAsScheduled(subscription);
  const charge = periodCharge(subscription, invoiceId);
  return {
    type: 'charge_started',
    at,
    charging: { charge, attempt: 1, by: 'due_work', startedAt: at },
  };
}

function decidePastDueTick(subscription: Subscription, at: number): Decision {
  const { dunning, isCancelScheduled, periodEndAt } = subscription;
  if (isCancelScheduled && periodEndAt <= at) return accept(endAsScheduled(subscription));
  if (!dunning) return accept();
  if (!dunning.charge)
    return accept(...overdue(subscription, dunning.invoiceId, dunning.attempts + 1, at));
  const charging = {
    charge: dunning.charge,
    attempt: dunning.attempts + 1,
    by: 'due_work',
    startedAt: at,
  } as const;
  return accept({ type: 'charge_started', at, charging });
}

function overdue(subscription: Subscription, invoiceId: Uuid, attempt: number, at: number) {
  return afterFailure(subscription, { invoiceId, charge: null, attempt, reason: OVERDUE }, at);
}

/** What was sent and is not paid stays payable for a while. */
function endAsScheduled(subscription: Subscription): SubscriptionEvent {
  return {
    ...ended(subscription, 'kept'),
    at: subscription.periodEndAt,
    status: 'canceled',
    reason: 'requested',
    canceledAt: null,
  };
}
