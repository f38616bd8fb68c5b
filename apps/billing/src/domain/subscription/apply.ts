import type { Uuid } from '@florin/contracts';
import { divideHalfUp } from '@florin/money';
import type { Charge } from '../charge.ts';
import { secondsBetween } from '../instants.ts';
import { areSameTerms, priceOf, type Terms, termsOf } from '../price.ts';
import { placeOfNext } from './charges.ts';
import {
  type Created,
  changeOf,
  type EarlyAttemptPlanned,
  type Ended,
  type InvoiceSettled,
  type PlanChanged,
  type SubscriptionEvent,
} from './events.ts';
import type { Subscription } from './model.ts';
import { notCanceled, pause, resume } from './pausing.ts';
import { netPriceAfter } from './recurring.ts';

/** Replays one event. Never refuses: the event has already happened. */
export function applyEvent(
  before: Subscription | undefined,
  event: SubscriptionEvent,
): Subscription {
  if (event.type === 'created') return create(event);
  if (!before) throw new Error(`${event.type} has no subscription`);
  return change(before, event);
}

function change(
  before: Subscription,
  event: Exclude<SubscriptionEvent, { type: 'created' }>,
): Subscription {
  switch (event.type) {
    case 'trial_end_announced':
      return { ...before, isTrialEndAnnounced: true };
    case 'charge_started':
      return { ...before, charging: event.charging };
    case 'charge_succeeded':
      return succeed(before, event);
    case 'attempt_failed': {
      // A reminder of an overdue invoice leaves the charge of a change in progress.
      const charging = event.isReminder ? before.charging : null;
      const isOfCharge = before.charging !== null && charging === null;
      return {
        ...before,
        status: 'past_due',
        charging,
        dunning: event.dunning,
        ...netPriceOfOwed(before, event.dunning?.charge),
        // An earlier sent invoice that is overdue now need not be the latest.
        latestInvoiceId: isOfCharge ? event.invoiceId : before.latestInvoiceId,
      };
    }
    case 'change_refused':
      return { ...before, charging: null };
    case 'plan_changed':
      return {
        ...before,
        ...madeBy(event.changeId),
        ...pricesAfter(before, event),
        ...owedPlaceAfter(before, event),
        ...termsOf(event),
        pendingChange: null,
      };
    case 'change_scheduled':
      return {
        ...before,
        ...madeBy(event.changeId),
        pendingChange: termsOf(event),
      };
    case 'pending_change_dropped':
      return { ...before, pendingChange: null };
    case 'cancel_scheduled':
      return {
        ...before,
        isCancelScheduled: true,
        canceledAt: event.at,
        cancellationReason: 'requested',
      };
    case 'cancel_unscheduled':
      return { ...before, ...notCanceled };
    case 'method_chosen':
      return { ...before, paymentMethodId: event.methodId };
    case 'metadata_changed':
      return { ...before, metadata: event.metadata };
    case 'terms_changed':
      return { ...before, terms: event.terms };
    case 'early_attempt_planned':
      return planEarlyAttempt(before, event);
    case 'paused':
      return pause(before, event);
    case 'resumed':
      return resume(before, event.at);
    case 'invoice_settled':
    case 'invoice_voided':
    case 'invoice_written_off':
      return settle(before, event);
    case 'invoice_given_up':
      return { ...before, openInvoices: without(before, [event.invoiceId]) };
    case 'ended':
      return end(before, event);
    default:
      return event satisfies never;
  }
}

function madeBy(changeId: Uuid | undefined): Pick<Subscription, 'latestChangeId'> {
  return changeId === undefined ? {} : { latestChangeId: changeId };
}

/** The net price, even if the first charge failed. */
function netPriceOfOwed(before: Subscription, charge: Charge | null | undefined) {
  return before.netPrice === undefined && charge ? { netPrice: netPriceAfter(before, charge) } : {};
}

/**
 * Prices of a plan that changes within a period: the invoiced price stays, the net price follows.
 */
function pricesAfter(
  before: Subscription,
  to: Terms,
): Pick<Subscription, 'netPrice' | 'invoicedPrice'> {
  const [price, next] = [priceOf(before), priceOf(to)];
  const { netPrice, invoicedPrice = price } = before;
  if (netPrice === undefined || price === next) return {};
  if (price === 0n) return { netPrice: next, invoicedPrice };
  return { netPrice: divideHalfUp(netPrice * next, price), invoicedPrice };
}

/** The next period gets a new number if a change replaces its charge. */
function owedPlaceAfter(
  before: Subscription,
  { plan, nextPeriod }: PlanChanged,
): Partial<Subscription> {
  if (nextPeriod === undefined) return {};
  const { anchorAt, index: nextIndex } = placeOfNext(before, plan);
  return { nextPeriod, anchorAt, nextIndex };
}

function create({ at, type: _, trialEndAt, ...terms }: Created & { at: number }): Subscription {
  const periodEndAt = trialEndAt ?? at;
  return {
    ...terms,
    testClockId: terms.testClockId ?? null,
    status: trialEndAt === null ? 'incomplete' : 'trialing',
    createdAt: at,
    anchorAt: periodEndAt,
    nextIndex: 0,
    nextPeriod: 0,
    periodStartAt: at,
    periodEndAt,
    periodSeconds: secondsBetween(at, periodEndAt),
    trialStartAt: trialEndAt === null ? null : at,
    trialEndAt,
    isTrialEndAnnounced: false,
    ...notCanceled,
    endedAt: null,
    pause: null,
    pendingChange: null,
    charging: null,
    dunning: null,
    openInvoices: [],
    latestInvoiceId: null,
    hasEverPaid: false,
  };
}

function succeed(
  before: Subscription,
  { charge, outcome, dueAt }: Extract<SubscriptionEvent, { type: 'charge_succeeded' }>,
): Subscription {
  const { invoiceId } = charge;
  const sent = dueAt === null ? [] : [{ invoiceId, dueAt }];
  const { invoicedPrice: _, ...kept } = before;
  return {
    ...kept,
    ...charge.buys,
    ...madeBy(changeOf(charge)),
    netPrice: netPriceAfter(before, charge),
    ...standingAfter(before, charge),
    nextPeriod: before.nextPeriod + (charge.kind === 'period' ? 1 : 0),
    pendingChange: pendingAfter(before, charge),
    charging: null,
    openInvoices: [...before.openInvoices, ...sent],
    latestInvoiceId: invoiceId,
    ...(opensPeriod(before, charge) ? { periodInvoiceId: invoiceId } : {}),
    hasEverPaid: before.hasEverPaid || (outcome.kind === 'paid' && charge.amount > 0n),
  };
}

/** A change keeps a subscription past due or paused; in a pause, charges change the banked time. */
function standingAfter(
  { status, dunning, pause, ...before }: Subscription,
  { kind, buys }: Charge,
): Partial<Subscription> {
  if (kind === 'change' && status === 'past_due') return { status, dunning };
  if (!pause) return { status: 'active', dunning: null };
  const { periodStartAt, periodEndAt } = before;
  const remainingSeconds = secondsBetween(buys.periodStartAt, buys.periodEndAt);
  // The next period is counted from the resumption.
  const place = { periodStartAt, periodEndAt, anchorAt: periodEndAt, nextIndex: 0 };
  // An owed period was paid, so nothing is retried after the pause.
  const rest = kind === 'period' ? null : dunning;
  return { status, dunning: rest, pause: { ...pause, remainingSeconds }, ...place };
}

/** A change requested while the period was owed waits for the next one. */
function pendingAfter(
  { pendingChange }: Subscription,
  { kind, buys }: Charge,
): Subscription['pendingChange'] {
  if (!pendingChange || kind === 'change') return null;
  return areSameTerms(pendingChange, buys) ? null : pendingChange;
}

/** Whether a charge starts a period: a change within one does not, unless the interval changes. */
function opensPeriod(before: Subscription, { kind, buys }: Charge): boolean {
  return (
    kind === 'period' ||
    buys.periodStartAt !== before.periodStartAt ||
    buys.periodEndAt !== before.periodEndAt
  );
}

function planEarlyAttempt(
  { charging, dunning, ...before }: Subscription,
  { methodId, early }: EarlyAttemptPlanned,
): Subscription {
  if (early === null)
    return { ...before, dunning, charging: charging && { ...charging, newMethodId: methodId } };
  return { ...before, charging, dunning: dunning && { ...dunning, early } };
}

function settle(before: Subscription, { type, invoiceId, dunning }: InvoiceSettled): Subscription {
  const isActiveAgain = before.status === 'past_due' && dunning === null;
  return {
    ...before,
    status: isActiveAgain ? 'active' : before.status,
    dunning,
    openInvoices: without(before, [invoiceId]),
    hasEverPaid: before.hasEverPaid || type === 'invoice_settled',
  };
}

function end(before: Subscription, event: Ended & { readonly at: number }): Subscription {
  return {
    ...before,
    status: event.status,
    isCancelScheduled: false,
    canceledAt: event.canceledAt ?? before.canceledAt,
    cancellationReason: event.reason,
    endedAt: event.at,
    pause: null,
    pendingChange: null,
    charging: null,
    dunning: null,
    openInvoices: event.invoices === 'kept' ? before.openInvoices : [],
  };
}

function without({ openInvoices }: Subscription, invoiceIds: readonly string[]) {
  return openInvoices.filter(({ invoiceId }) => !invoiceIds.includes(invoiceId));
}
