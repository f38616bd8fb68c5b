import type { Uuid } from '@florin/contracts';
import { endOfDayLater } from '@florin/money';
import type { Charge } from '../charge.ts';
import { secondsBetween, wholeSecond } from '../instants.ts';
import type { PaymentLink, RecordCharge, VoidInvoice, WriteOff } from './commands.ts';
import { canceledNow, ended } from './decide-requests.ts';
import { type DunningRules, daysOf, nextDunning, planEarly } from './dunning.ts';
import {
  accept,
  type Decision,
  type InvoiceSettled,
  refuse,
  type SubscriptionEvent,
} from './events.ts';
import {
  type Charging,
  type Dunning,
  firstDue,
  hasEnded,
  owedPeriodOf,
  type Subscription,
} from './model.ts';

/** The instant of a decision, and the seller's dunning rules at that time. */
export interface Now {
  readonly at: number;
  readonly rules: DunningRules;
}

/** Days to pay a sent invoice, without terms of the subscription or its customer. */
const SENT_DUE_DAYS = 3;

/**
 * Records the outcome of a charge. A recorded outcome, or one of an attempt that another process
 * overtook, changes nothing, unless money was received.
 */
export function decideChargeRecord(
  subscription: Subscription,
  { cause, attempt, outcome }: RecordCharge,
  now: Now,
): Decision {
  const { at } = now;
  const { charging, dunning } = subscription;
  if (charging?.charge.cause === cause && charging.attempt === attempt) {
    const { charge } = charging;
    if (outcome.kind !== 'failed')
      return accept(succeeded(subscription, { charge, attempt, outcome }, at));
    const { invoiceId } = charge;
    const { reason, declineCode, payment } = outcome;
    if (charge.kind === 'change') {
      const declined = declineCode === undefined ? {} : { declineCode };
      return accept({ type: 'change_refused', at, cause, invoiceId, reason, ...declined });
    }
    const failure = { invoiceId, charge, attempt, reason, declineCode, payment };
    return accept(...afterFailure(subscription, failure, now));
  }
  const isLate = dunning?.charge?.cause === cause && outcome.kind === 'paid';
  return isLate && dunning.charge && !charging
    ? accept(succeeded(subscription, { charge: dunning.charge, attempt, outcome }, at))
    : accept();
}

/** An invoice was paid on its page. */
export function decidePaymentRecord(
  subscription: Subscription,
  invoiceId: Uuid,
  now: Now,
): Decision {
  const { dunning, charging } = subscription;
  // The saved card was declined, and the customer paid with another one.
  if (dunning?.charge?.invoiceId === invoiceId && !charging) {
    const paid = { kind: 'paid', transactionId: null } as const;
    const { charge, attempts: attempt } = dunning;
    return accept(succeeded(subscription, { charge, attempt, outcome: paid }, now.at));
  }
  if (!isOpen(subscription, invoiceId)) return accept();
  return accept(...released(subscription, 'invoice_settled', invoiceId, now));
}

/** Whether it was sent and is unpaid. */
export function isOpen({ openInvoices }: Subscription, invoiceId: Uuid): boolean {
  return openInvoices.some((invoice) => invoice.invoiceId === invoiceId);
}

/** Ends the past due status if this invoice was its only cause. */
export function released(
  subscription: Subscription,
  type: InvoiceSettled['type'],
  invoiceId: Uuid,
  now: Now,
): readonly SubscriptionEvent[] {
  const { at } = now;
  const { openInvoices, dunning } = subscription;
  if (dunning && dunning.invoiceId !== invoiceId) return [{ type, at, invoiceId, dunning }];
  const rest = openInvoices.filter((invoice) => invoice.invoiceId !== invoiceId);
  const settled = { type, at, invoiceId, dunning: null } as const;
  const next = firstDue({ ...subscription, openInvoices: rest });
  // If another invoice is overdue too, its own dunning starts.
  if (subscription.status !== 'past_due' || !next || next.dueAt > at) return [settled];
  const failure = { invoiceId: next.invoiceId, charge: null, attempt: 1, reason: OVERDUE };
  return [settled, ...afterFailure(subscription, failure, now)];
}

/** Failure reason of a sent invoice. */
export const OVERDUE = 'no card was saved when the invoice was sent, and it was not paid in time';

interface Success {
  readonly charge: Charge;
  readonly attempt: number;
  readonly outcome: Exclude<RecordCharge['outcome'], { kind: 'failed' }>;
}

function succeeded({ timezone }: Subscription, success: Success, at: number): SubscriptionEvent {
  const { outcome } = success;
  if (outcome.kind !== 'sent') return { type: 'charge_succeeded', at, ...success, dueAt: null };
  const dueAt = wholeSecond(endOfDayLater(at, timezone, outcome.dueDays ?? SENT_DUE_DAYS));
  return { type: 'charge_succeeded', at, ...success, dueAt };
}

export interface Failure {
  readonly invoiceId: Uuid;
  /** The charge to retry; null if the customer must act. */
  readonly charge: Charge | null;
  readonly attempt: number;
  readonly reason: string;
  readonly declineCode?: string | null | undefined;
  readonly payment?: PaymentLink | undefined;
}

/** Result of a failed attempt: the next attempt, or the end after the last one. */
export function afterFailure(
  subscription: Subscription,
  { invoiceId, charge, attempt, reason, declineCode, payment }: Failure,
  { at, rules }: Now,
): readonly SubscriptionEvent[] {
  // Retries that have begun keep the schedule in the customer's mails, even after a change of plan.
  const isReplaced = charge !== null && owedPeriodOf(subscription) !== null;
  const begun = attempt === 1 && !isReplaced ? null : subscription.dunning;
  const attempts = begun && attempt === 1 ? begun.attempts : attempt;
  const schedule = begun
    ? { failedAt: begun.failedAt, days: daysOf(begun) }
    : { failedAt: at, days: rules.days };
  const early = begun ? earlyAfter(begun, subscription.charging) : {};
  const failure = { invoiceId, charge, attempts, reason, ...schedule, ...early };
  const next = nextDunning(failure, subscription, at);
  // An account that pays cannot pay the rest by itself.
  const action = subscription.payerAccountId === null ? rules.finalAction : 'cancel';
  const final = { ...failure, nextAttemptAt: at, isFinal: true as const };
  const kept = next ?? (action === 'cancel' ? null : final);
  const dunning = withNewCard(kept, subscription.charging, at);
  const failed = {
    ...({ type: 'attempt_failed', at, invoiceId, attempt, reason, dunning } as const),
    ...(charge === null ? { isReminder: true as const } : {}),
    ...(declineCode === undefined ? {} : { declineCode }),
    ...(payment ? { payment } : {}),
  };
  if (dunning) return next || action !== 'pause' ? [failed] : [failed, pausedFor(subscription, at)];
  // A trial that was never paid for expires; it does not count as a canceled customer.
  const isExpired = subscription.trialStartAt !== null && !subscription.hasEverPaid;
  const end = ended(subscription, 'uncollectible');
  return [
    failed,
    {
      ...end,
      invoiceIds: [...new Set([...end.invoiceIds, invoiceId])],
      at,
      status: isExpired ? 'expired' : 'canceled',
      reason: 'payment_failed',
      canceledAt: isExpired ? null : at,
    },
  ];
}

/** The last attempt failed: the subscription waits for its invoice and a resumption by hand. */
function pausedFor({ periodEndAt }: Subscription, at: number): SubscriptionEvent {
  const remainingSeconds = Math.max(0, secondsBetween(at, periodEndAt));
  return { type: 'paused', at, remainingSeconds, resumesAt: null, keepsCancellation: true };
}

/** Every attempt uses the newest card, so no card is left waiting. */
function earlyAfter({ early }: Dunning, charging: Charging | null): Pick<Dunning, 'early'> {
  if (!early) return {};
  const tried = { ...early, nextAt: null };
  return charging?.isEarly
    ? { early: { ...tried, made: early.made + 1, lastAt: charging.startedAt } }
    : { early: tried };
}

/** A card that was saved during the attempt is tried next. */
function withNewCard(dunning: Dunning | null, charging: Charging | null, at: number) {
  if (!dunning || charging?.newMethodId === undefined) return dunning;
  const early = planEarly(dunning, charging.newMethodId, at);
  return early ? { ...dunning, early } : dunning;
}

/**
 * The seller voids an invoice. Voiding the one that opened the current period cancels the
 * subscription, unless the seller keeps it; other invoices do not affect it.
 */
export function decideVoid(
  subscription: Subscription,
  { invoiceId, status, subscription: action }: VoidInvoice,
  now: Now,
): Decision {
  const { at } = now;
  switch (status) {
    case 'paid':
      return refuse('conflict', 'this invoice is paid; refund it or credit it instead');
    case 'void':
      return refuse('conflict', 'this invoice is already void');
    case 'draft':
      return refuse('busy', 'this invoice is still being created; retry in a second');
    case 'uncollectible':
      // Its subscription ended long before.
      return accept({ type: 'invoice_voided', at, invoiceId, dunning: subscription.dunning });
    case 'open':
      break;
    default:
      return status satisfies never;
  }
  const isSent = isOpen(subscription, invoiceId);
  if (!isSent && action === 'keep')
    return refuse(
      'conflict',
      'the period of this invoice has not started, because it is not paid, so the subscription cannot be kept; omit subscription_action to cancel it with the invoice',
    );
  const opensPeriod = !isSent || subscription.periodInvoiceId === invoiceId;
  const ends = action === 'cancel' || (action === null && opensPeriod);
  return ends && !hasEnded(subscription)
    ? accept(canceledNow(subscription, 'requested', at))
    : accept(...released(subscription, 'invoice_voided', invoiceId, now));
}

/** A write-off does not affect the subscription: only the seller stops waiting for the money. */
export function decideWriteOff(
  subscription: Subscription,
  { invoiceId, status }: WriteOff,
  now: Now,
): Decision {
  if (status !== 'open')
    return refuse('conflict', `only an open invoice can be written off; this one is ${status}`);
  if (!isOpen(subscription, invoiceId))
    return refuse(
      'conflict',
      'the period of this invoice has not started, because it is not paid; void the invoice, which also cancels the subscription',
    );
  return accept(...released(subscription, 'invoice_written_off', invoiceId, now));
}
