import type { Uuid } from '@florin/contracts';
import { noTerms, refusalOfTerms, withChange } from '../billing-terms.ts';
import type { Charge } from '../charge.ts';
import { DAY_MS, secondsBetween, wholeSecond } from '../instants.ts';
import { METADATA_TOO_LARGE, mergeMetadata } from '../metadata.ts';
import {
  areSameTerms,
  areTaxedAlike,
  compareTerms,
  hasSameLength,
  type Terms,
  termsOf,
} from '../price.ts';
import { bankedChange, changeCharge, periodCharge } from './charges.ts';
import type { Command, MethodSaved, Update } from './commands.ts';
import { planEarly } from './dunning.ts';
import { accept, type Decision, type Ended, refuse, type SubscriptionEvent } from './events.ts';
import { hasEnded, mayEndLater, owedPeriodOf, type Subscription } from './model.ts';

/**
 * Changes the items: by default, up takes effect now for the difference, down with the next
 * period.
 */
export function decideUpdate(subscription: Subscription, command: Update, at: number): Decision {
  const { plan, changeId, prorates = true } = command;
  const terms = termsOf(command);
  const refusal = refusalOf(subscription);
  if (refusal !== undefined) return refuse('conflict', refusal);
  const current = currentTerms(subscription);
  const changed = { type: 'plan_changed', at, ...terms, changeId } as const;
  if (areSameTerms(terms, current)) {
    if (plan.sentAs !== subscription.plan.sentAs && plan.id === subscription.plan.id)
      return accept(changed);
    return subscription.pendingChange ? accept({ type: 'pending_change_dropped', at }) : accept();
  }

  const direction = compareTerms(current, terms);
  const { effective = direction === 'down' ? 'period_end' : 'now' } = command;
  // Nothing was paid in a trial, so its plan changes at once.
  const isTrial = (subscription.pause?.from ?? subscription.status) === 'trialing';
  if (effective === 'period_end' && !(isTrial && command.effective === undefined))
    return accept({ type: 'change_scheduled', at, ...terms, changeId });
  if (isTrial) return accept(changed);
  const isSameLength = hasSameLength(current.plan, plan);
  if (!prorates && !isSameLength)
    return refuse(
      'invalid_request',
      'proration_behavior: none needs a plan with the same interval; use effective period_end, or always_invoice',
    );
  if (subscription.pause && subscription.dunning?.charge)
    return refuse(
      'conflict',
      'the subscription was paused because an invoice is not paid; change it after that is paid',
    );
  const owed = owedPeriodOf(subscription);
  if (owed) return accept(...changeOwedPeriod(subscription, owed, command, at));
  const isFree = direction === 'equal' && areTaxedAlike(current, terms);
  if (!prorates || isFree) return accept(changed);

  const pricedAt = command.pricedAt ?? at;
  const charge = subscription.pause
    ? bankedChange(subscription, subscription.pause, command, pricedAt)
    : changeCharge(subscription, command, pricedAt);
  const charging = { charge, attempt: 1, by: 'request', startedAt: at } as const;
  return accept({ type: 'charge_started', at, charging });
}

/** The terms of the current period, or of the owed one that has not begun. */
function currentTerms(subscription: Subscription): Terms {
  return owedPeriodOf(subscription)?.buys ?? subscription;
}

/** A period that has not begun is unused, so its invoice is replaced by one at the new price. */
function changeOwedPeriod(
  subscription: Subscription,
  owed: Charge,
  { changeId, invoiceId, ...command }: Update,
  at: number,
): readonly SubscriptionEvent[] {
  const nextPeriod = subscription.nextPeriod + 1;
  const pendingChange = termsOf(command);
  const charge = periodCharge({ ...subscription, nextPeriod, pendingChange }, invoiceId);
  const charging = { charge, attempt: 1, by: 'request', startedAt: at } as const;
  return [
    { type: 'invoice_voided', at, invoiceId: owed.invoiceId, dunning: subscription.dunning },
    { type: 'plan_changed', at, ...pendingChange, changeId, nextPeriod },
    { type: 'charge_started', at, charging },
  ];
}

function refusalOf({ status }: Subscription): string | undefined {
  switch (status) {
    case 'trialing':
    case 'active':
    case 'past_due':
    case 'paused':
      return undefined;
    case 'canceled':
    case 'expired':
      return `the subscription is ${status}; create a new one`;
    case 'incomplete':
      return 'the subscription is still being created';
    default:
      return status satisfies never;
  }
}

const PAUSE_DAYS_MAX = 366;

/** Pauses: the rest of the trial or the paid period is banked to the second. */
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
        'the subscription is past due; pause it after the open invoice is paid',
      );
    case 'canceled':
    case 'expired':
      return refuse('conflict', `the subscription is ${status} and cannot be paused`);
    case 'incomplete':
      return refuse('conflict', 'the subscription is still being created');
    default:
      return status satisfies never;
  }
}

/** Resumes: the banked time runs from now. */
export function decideResume({ status, dunning }: Subscription, at: number): Decision {
  if (status === 'paused' && dunning)
    return refuse(
      'conflict',
      'the subscription was paused because an invoice is not paid; resume it after that is paid',
    );
  if (status === 'paused') return accept({ type: 'resumed', at });
  return refuse('conflict', `only a paused subscription can be resumed; this one is ${status}`);
}

/** Cancels now, or at the end of the current, banked or owed period; if that is over, now. */
export function decideCancel(
  subscription: Subscription,
  atPeriodEnd: boolean,
  at: number,
): Decision {
  const { status, isCancelScheduled } = subscription;
  if (status === 'incomplete') return refuse('conflict', 'the subscription is still being created');
  if (hasEnded(subscription))
    return refuse('conflict', `the subscription is already ${status} and cannot be canceled`);
  if (atPeriodEnd && mayEndLater(subscription, at))
    return isCancelScheduled ? accept() : accept({ type: 'cancel_scheduled', at });
  return accept(canceledNow(subscription, 'requested', at));
}

export function decideUncancel({ status, isCancelScheduled }: Subscription, at: number): Decision {
  if (isCancelScheduled) return accept({ type: 'cancel_unscheduled', at });
  return refuse('conflict', `no cancellation is scheduled; the subscription is ${status}`);
}

/** Uses a saved payment method from the next charge on. */
export function decideMethod(
  subscription: Subscription,
  methodId: Uuid | null,
  at: number,
): Decision {
  if (hasEnded(subscription))
    return refuse('conflict', `the subscription is ${subscription.status}; it has no charges`);
  if ((subscription.paymentMethodId ?? null) === methodId) return accept();
  return accept(
    { type: 'method_chosen', at, methodId },
    ...earlyAttempt(subscription, methodId, at),
  );
}

/** Metadata and terms belong to the seller: they can change in any status, even after the end. */
export function decideMetadata(
  subscription: Subscription,
  { change, terms: given = {} }: Extract<Command, { type: 'change_metadata' }>,
  at: number,
): Decision {
  const { metadata: before, terms: termsBefore = noTerms } = subscription;
  const refusal = refusalOfTerms(given, subscription);
  if (refusal !== undefined) return refuse('invalid_request', refusal);
  const metadata = mergeMetadata(before, change);
  if (metadata === undefined) return refuse('invalid_request', METADATA_TOO_LARGE);
  const terms = withChange(termsBefore, given);
  const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);
  return accept(
    ...(isSame(metadata, before) ? [] : [{ type: 'metadata_changed', at, metadata } as const]),
    ...(isSame(terms, termsBefore) ? [] : [{ type: 'terms_changed', at, terms } as const]),
  );
}

/** Retries past due charges at once with a newly saved card, if the subscription uses it. */
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

/** Closing the payer's or the seller's account ends paused and trialing subscriptions. */
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

/** Fields of an end that depend on the subscription, such as the invoices that stay open. */
export function ended({ openInvoices, dunning }: Subscription, invoices: Ended['invoices']) {
  const failing = dunning ? [dunning.invoiceId] : [];
  const open = openInvoices.map((invoice) => invoice.invoiceId);
  return { type: 'ended', invoices, invoiceIds: [...new Set([...open, ...failing])] } as const;
}
