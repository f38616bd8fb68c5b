import type { Uuid } from '@florin/contracts';
import { changeCharge } from '../charges/decide.ts';
import { DAY_MS, secondsBetween, wholeSecond } from '../instants-model.ts';
import { compareTerms } from '../plans/model.ts';
import type { MethodSaved, Update } from './commands-model.ts';
import { planEarly } from './dunning-model.ts';
import {
  accept,
  type Decision,
  type Ended,
  refuse,
  type SubscriptionEvent,
} from './events-model.ts';
import { hasEnded, isRunning, type Subscription } from './model.ts';

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

const PAUSE_DAYS_MAX = 366;

/** Pauses: what is left of the trial or of the paid period is banked to the second. */
export function decidePause(
  { status, periodEndAt }: Subscription,
  resumesAtMs: number | null,
  at: number,
): Decision {
  switch (status) {
    case 'trialing':
    case 'active': {
      const resumesAt = resumesAtMs === null ? null : wholeSecond(resumesAtMs);
      if (resumesAt !== null && resumesAt <= at)
        return refuse('invalid_request', 'resumes_at: must be in the future');
      if (resumesAt !== null && resumesAt > at + PAUSE_DAYS_MAX * DAY_MS)
        return refuse('invalid_request', 'resumes_at: must be within a year');
      const remainingSeconds = Math.max(0, secondsBetween(at, periodEndAt));
      return accept({ type: 'paused', at, remainingSeconds, resumesAt, keepsCancellation: true });
    }
    case 'paused':
      return accept();
    case 'past_due':
      return refuse(
        'conflict',
        'the subscription is past due: it can be paused when the open invoice is paid',
      );
    case 'canceled':
    case 'expired':
      return refuse('conflict', `the subscription is ${status}: there is nothing to pause`);
    case 'incomplete':
      return refuse('conflict', 'the subscription is still being created');
    default:
      return status satisfies never;
  }
}

/** Resumes: what was banked runs from now. */
export function decideResume({ status }: Subscription, at: number): Decision {
  if (status === 'paused') return accept({ type: 'resumed', at });
  return refuse('conflict', `only a paused subscription can be resumed: this one is ${status}`);
}

/**
 * Cancels now, or when what runs has run out. Without a running period it is now, unless an end was
 * scheduled before a pause.
 */
export function decideCancel(
  subscription: Subscription,
  atPeriodEnd: boolean,
  at: number,
): Decision {
  const { status, isCancelScheduled } = subscription;
  if (status === 'incomplete') return refuse('conflict', 'the subscription is still being created');
  if (hasEnded(subscription))
    return refuse('conflict', `the subscription is ${status} already: there is nothing to cancel`);
  const mayEndLater = isRunning(subscription) || (status === 'paused' && isCancelScheduled);
  if (atPeriodEnd && mayEndLater)
    return isCancelScheduled ? accept() : accept({ type: 'cancel_scheduled', at });
  return accept(canceledNow(subscription, 'requested', at));
}

export function decideUncancel({ status, isCancelScheduled }: Subscription, at: number): Decision {
  if (isCancelScheduled) return accept({ type: 'cancel_unscheduled', at });
  return refuse('conflict', `no cancellation is scheduled: the subscription is ${status}`);
}

/** Charged by what its customer has saved from the next charge on. */
export function decideMethod(
  subscription: Subscription,
  methodId: Uuid | null,
  at: number,
): Decision {
  if (hasEnded(subscription))
    return refuse(
      'conflict',
      `the subscription is ${subscription.status}: nothing is charged for it`,
    );
  if ((subscription.paymentMethodId ?? null) === methodId) return accept();
  return accept(
    { type: 'method_chosen', at, methodId },
    ...earlyAttempt(subscription, methodId, at),
  );
}

/** A newly saved card is tried at once for what is past due, if the subscription is charged by it. */
export function decideMethodSaved(
  subscription: Subscription,
  { methodId, isDefault, savedAt }: MethodSaved,
  at: number,
): Decision {
  const { charging, dunning, paymentMethodId } = subscription;
  const isChargedBy = paymentMethodId ? paymentMethodId === methodId : isDefault;
  if (!isChargedBy) return accept();
  if (charging)
    return charging.charge.kind === 'period' && savedAt >= charging.startedAt
      ? accept({ type: 'early_attempt_planned', at, methodId, early: null })
      : accept();
  const isNew = dunning !== null && savedAt >= dunning.failedAt;
  return isNew ? accept(...earlyAttempt(subscription, methodId, at)) : accept();
}

function earlyAttempt(
  { status, dunning }: Subscription,
  methodId: Uuid | null,
  at: number,
): readonly SubscriptionEvent[] {
  const early = status === 'past_due' && dunning ? planEarly(dunning, methodId, at) : undefined;
  return early ? [{ type: 'early_attempt_planned', at, methodId, early }] : [];
}

/** The account of its payer or seller is being closed: ends a paused subscription. */
export function decideEndWithAccount(subscription: Subscription, at: number): Decision {
  return accept(canceledNow(subscription, 'account_closed', at));
}

/** Ends at once, and voids open invoices. */
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
