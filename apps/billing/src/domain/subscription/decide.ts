import type { Uuid } from '@florin/contracts';
import { daysLater } from '@florin/money';
import { wholeSecond } from '../instants.ts';
import { applyEvent } from './apply.ts';
import { periodCharge } from './charges.ts';
import type { Command, Create } from './commands.ts';
import {
  afterFailure,
  decideChargeRecord,
  decidePaymentRecord,
  decideVoid,
  decideWriteOff,
  type Now,
  OVERDUE,
} from './decide-outcomes.ts';
import {
  decideCancel,
  decideEndWithAccount,
  decideMetadata,
  decideMethod,
  decideMethodSaved,
  decidePause,
  decideResume,
  decideUncancel,
  decideUpdate,
  ended,
} from './decide-requests.ts';
import { usualDunning } from './dunning.ts';
import { accept, type Decision, refuse, type SubscriptionEvent } from './events.ts';
import {
  announcementAt,
  dueAtOf,
  endedWithAccount,
  endOfPeriod,
  firstDue,
  owedPeriodOf,
  type Subscription,
} from './model.ts';

/**
 * Decides the events that a command leads to; pure and deterministic. Callers whose command can
 * fail must pass the seller's dunning rules.
 */
export function decide(
  subscription: Subscription,
  command: Exclude<Command, Create>,
  nowMs: number,
  rules = usualDunning,
): Decision {
  const at = wholeSecond(nowMs);
  const now = { at, rules };
  switch (command.type) {
    case 'record_charge':
      return decideChargeRecord(subscription, command, now);
    case 'record_payment':
      return decidePaymentRecord(subscription, command.invoiceId, now);
    case 'tick':
      return decideTick(subscription, command.invoiceId, now);
    case 'method_saved':
      return decideMethodSaved(subscription, command, at);
    case 'update':
    case 'pause':
    case 'resume':
    case 'cancel':
    case 'uncancel':
    case 'choose_method':
    case 'change_metadata':
    case 'void_invoice':
    case 'write_off':
    case 'end_with_account':
      if (subscription.charging)
        return refuse('busy', 'a charge of this subscription is in progress; retry in a second');
      return decideRequest(subscription, command, now);
    default:
      return command satisfies never;
  }
}

/** A new subscription: in its trial, or with its first charge started. */
export function decideCreate(command: Create, nowMs: number): readonly SubscriptionEvent[] {
  const at = wholeSecond(nowMs);
  const { type: _, trialDays, invoiceId, ...terms } = command;
  const trialEndAt = trialDays === 0 ? null : daysLater(at, terms.timezone, trialDays);
  const created = { type: 'created', at, ...terms, trialEndAt } as const;
  if (trialEndAt !== null) return [created];
  const charge = periodCharge(applyEvent(undefined, created), invoiceId);
  const charging = { charge, attempt: 1, by: 'request', startedAt: at } as const;
  return [created, { type: 'charge_started', at, charging }];
}

type Request = Extract<
  Command,
  {
    type:
      | 'update'
      | 'pause'
      | 'resume'
      | 'cancel'
      | 'uncancel'
      | 'choose_method'
      | 'change_metadata'
      | 'void_invoice'
      | 'write_off'
      | 'end_with_account';
  }
>;

function decideRequest(subscription: Subscription, command: Request, now: Now): Decision {
  const { at } = now;
  switch (command.type) {
    case 'update':
      return decideUpdate(subscription, command, at);
    case 'pause':
      return decidePause(subscription, command.resumesAt, at);
    case 'resume':
      return decideResume(subscription, at);
    case 'cancel':
      return decideCancel(subscription, command.atPeriodEnd, at);
    case 'uncancel':
      return decideUncancel(subscription, at);
    case 'choose_method':
      return decideMethod(subscription, command.methodId, at);
    case 'change_metadata':
      return decideMetadata(subscription, command, at);
    case 'void_invoice':
      return decideVoid(subscription, command, now);
    case 'write_off':
      return decideWriteOff(subscription, command, now);
    case 'end_with_account':
      return endedWithAccount.includes(subscription.status)
        ? decideEndWithAccount(subscription, at)
        : accept();
    default:
      return command satisfies never;
  }
}

/** Processes the first due item; does nothing if nothing is due or a charge is pending. */
export function decideTick(subscription: Subscription, invoiceId: Uuid, now: Now): Decision {
  const { at } = now;
  const dueAt = dueAtOf(subscription);
  if (subscription.charging || dueAt === null || dueAt > at) return accept();
  const { status } = subscription;
  switch (status) {
    case 'trialing': {
      const announceAt = announcementAt(subscription);
      if (announceAt !== null && announceAt <= at)
        return accept({ type: 'trial_end_announced', at });
      return accept(nextPeriod(subscription, invoiceId, at));
    }
    case 'active': {
      const invoice = firstDue(subscription);
      if (invoice && invoice.dueAt <= dueAt)
        return accept(...overdue(subscription, invoice.invoiceId, 1, now));
      return accept(nextPeriod(subscription, invoiceId, at));
    }
    case 'past_due':
      return decidePastDueTick(subscription, now);
    case 'paused':
      // At the requested instant, however late it is processed.
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

function nextPeriod(subscription: Subscription, invoiceId: Uuid, at: number): SubscriptionEvent {
  if (subscription.isCancelScheduled) return endAsScheduled(subscription);
  const charge = periodCharge(subscription, invoiceId);
  return {
    type: 'charge_started',
    at,
    charging: { charge, attempt: 1, by: 'due_work', startedAt: at },
  };
}

function decidePastDueTick(subscription: Subscription, now: Now): Decision {
  const { at } = now;
  const { dunning, isCancelScheduled } = subscription;
  if (isCancelScheduled && endOfPeriod(subscription) <= at)
    return accept(endAsScheduled(subscription));
  if (!dunning) return accept();
  if (!dunning.charge)
    return accept(...overdue(subscription, dunning.invoiceId, dunning.attempts + 1, now));
  const charging = {
    charge: dunning.charge,
    attempt: dunning.attempts + 1,
    by: 'due_work',
    startedAt: at,
    ...(dunning.isFinal || dunning.nextAttemptAt > at ? { isEarly: true as const } : {}),
  } as const;
  return accept({ type: 'charge_started', at, charging });
}

function overdue(subscription: Subscription, invoiceId: Uuid, attempt: number, now: Now) {
  return afterFailure(subscription, { invoiceId, charge: null, attempt, reason: OVERDUE }, now);
}

/** A sent invoice stays payable for a while; a charge that failed is given up. */
function endAsScheduled(subscription: Subscription): SubscriptionEvent {
  return {
    ...ended(subscription, owedPeriodOf(subscription) ? 'uncollectible' : 'kept'),
    at: endOfPeriod(subscription),
    status: 'canceled',
    reason: 'requested',
    canceledAt: null,
  };
}
