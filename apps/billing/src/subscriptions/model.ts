import type { Uuid } from '@florin/contracts';
import { daysLater } from '@florin/money';
import type { Charge } from '../charges/model.ts';
import { DAY_MS, SECOND_MS } from '../instants-model.ts';
import type { PlanTerms } from '../plans/model.ts';

/** `incomplete` until the first charge has an outcome: clients do not see it before that. */
export const subscriptionStatuses = [
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'paused',
  'canceled',
  'expired',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export type CancellationReason = 'requested' | 'payment_failed' | 'account_closed';

/** Who sells and who pays; none of it ever changes. */
export interface Parties {
  readonly sellerId: Uuid;
  /** The account whose balance pays; null when a customer of the seller pays. */
  readonly payerAccountId: Uuid | null;
  readonly customerId: Uuid | null;
  /** The customer as the creator named it. */
  readonly customerReference: string;
}

/** A subscription. Instants are milliseconds since 1970, all at whole seconds. */
export interface Subscription extends Parties {
  readonly id: Uuid;
  readonly status: SubscriptionStatus;
  /** Whether its customer was made for it; absent where that was not recorded. */
  readonly isCustomerNew?: boolean;
  readonly plan: PlanTerms;
  readonly quantity: number;
  /** IANA; months are counted by its calendar. */
  readonly timezone: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Its test clock; null for the real time. */
  readonly testClockId: Uuid | null;
  readonly createdAt: number;

  /** Where periods are counted from. */
  readonly anchorAt: number;
  /** Number, from the anchor, of the period that begins when the current one ends. */
  readonly nextIndex: number;
  /** Number of the next period in all: names its charge, and is never used twice. */
  readonly nextPeriod: number;
  /** What is paid or free runs until `periodEndAt`; empty while nothing was opened yet. */
  readonly periodStartAt: number;
  readonly periodEndAt: number;
  /** Length of the current period as it was invoiced, whatever a pause has made of it. */
  readonly periodSeconds: number;

  readonly trialStartAt: number | null;
  readonly trialEndAt: number | null;
  readonly isTrialEndAnnounced: boolean;

  readonly isCancelScheduled: boolean;
  readonly canceledAt: number | null;
  readonly cancellationReason: CancellationReason | null;
  readonly endedAt: number | null;

  readonly pause: Pause | null;
  /** Applied with the next period. */
  readonly pendingChange: { readonly plan: PlanTerms; readonly quantity: number } | null;
  /** A charge whose outcome is not known yet. No other command is accepted meanwhile. */
  readonly charging: Charging | null;
  /** Why it is past due, and when the next attempt is. */
  readonly dunning: Dunning | null;
  /** Sent to the customer and not paid yet, oldest first. */
  readonly openInvoices: readonly OpenInvoice[];
  readonly latestInvoiceId: Uuid | null;
  /** Which invoice has opened the current period; absent while none has, and in old states. */
  readonly periodInvoiceId?: Uuid;
  /** The last change of plan or quantity that was made or waits; absent while there was none. */
  readonly latestChangeId?: Uuid;
  readonly hasEverPaid: boolean;
  /**
   * Minor units of a whole period without tax, as last charged; absent in older states and while
   * nothing was charged.
   */
  readonly netPrice?: bigint;
  /** Minor units of the period as it was invoiced, where the plan changed since without proration. */
  readonly invoicedPrice?: bigint;
  /** What its customer is charged by; absent or null for what they have as default. */
  readonly paymentMethodId?: Uuid | null;
}

export interface Pause {
  readonly pausedAt: number;
  readonly resumesAt: number | null;
  /** What was left of the trial or of the paid period. */
  readonly remainingSeconds: number;
  readonly from: 'trialing' | 'active';
}

export interface Charging {
  readonly charge: Charge;
  /** 1 for the first. */
  readonly attempt: number;
  /** What resumes it after a crash: the saga of the request, or due work. */
  readonly by: 'request' | 'due_work';
  readonly startedAt: number;
  /** Charges a card that was saved after the failure, between the days of the schedule. */
  readonly isEarly?: true;
  /** Saved meanwhile, and tried next should this one fail; null for what is the default by then. */
  readonly newMethodId?: Uuid | null;
}

export interface Dunning {
  readonly invoiceId: Uuid;
  /** What to charge again; null when the invoice was sent and the customer has to act. */
  readonly charge: Charge | null;
  /** Of charges, or of reminders where there is nothing to charge. */
  readonly attempts: number;
  /** Why the last of them failed; absent in older states. */
  readonly reason?: string;
  /** Its seller's schedule when it began, which it keeps; absent in older states: the usual one. */
  readonly days?: readonly number[];
  readonly failedAt: number;
  /** The next day of its schedule. */
  readonly nextAttemptAt: number;
  /** Absent while no card was saved since it failed. */
  readonly early?: EarlyAttempts;
}

/** Attempts by newly saved cards, which leave the schedule as it is. */
export interface EarlyAttempts {
  /** Cards that were tried or wait, each once; null for what was the default by then. */
  readonly methodIds: readonly (Uuid | null)[];
  /** When the last of them is tried; null when none waits. */
  readonly nextAt: number | null;
  readonly lastAt: number | null;
  readonly made: number;
}

export interface OpenInvoice {
  readonly invoiceId: Uuid;
  readonly dueAt: number;
}

/** Whether nothing can happen to it any more, but the payment of an invoice. */
export function hasEnded({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'canceled' || status === 'expired';
}

/** A closing account ends these itself, so nothing due may make them active meanwhile. */
export const endedWithAccount: readonly SubscriptionStatus[] = ['paused', 'trialing'];

/** Whether a period or trial runs, at whose end it can be canceled. */
export function isRunning({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'trialing' || status === 'active';
}

/** The charge of a period that has not begun, since it could not be collected; null where none is owed. */
export function owedPeriodOf({ status, dunning }: Subscription): Charge | null {
  return status === 'past_due' ? (dunning?.charge ?? null) : null;
}

/** End of the current period: of the owed one where that has not begun. */
export function endOfPeriod(subscription: Subscription): number {
  return owedPeriodOf(subscription)?.buys.periodEndAt ?? subscription.periodEndAt;
}

/** When a change that waits takes effect; the end of the period before a pause that has no end yet. */
export function nextPeriodAt(subscription: Subscription): number {
  const { pause } = subscription;
  if (!pause || pause.resumesAt === null) return endOfPeriod(subscription);
  return pause.resumesAt + pause.remainingSeconds * SECOND_MS;
}

/** Whether a cancellation can wait for the end of a period: of the current one, or of banked time. */
export function mayEndLater(subscription: Subscription, at: number): boolean {
  const { status } = subscription;
  return isRunning(subscription) || status === 'paused' || endOfPeriod(subscription) > at;
}

/** When a scheduled cancellation takes effect; null without one, or until a pause has an end. */
export function endsAtOf(subscription: Subscription): number | null {
  const { isCancelScheduled, pause } = subscription;
  if (!isCancelScheduled) return null;
  return pause && pause.resumesAt === null ? null : nextPeriodAt(subscription);
}

/** Days before its end on which a trial is announced to end. */
const ANNOUNCED_DAYS_BEFORE = 3;
/** How long an invoice stays payable after it was due when its subscription has ended. */
const KEPT_MS = 7 * DAY_MS;

/** When something happens to a subscription by itself; null when nothing will. */
export function dueAtOf(subscription: Subscription): number | null {
  const { status, charging, pause, dunning, periodEndAt } = subscription;
  // What due work charges for stays as due as it was, until that has an outcome.
  if (charging?.by === 'request') return null;
  switch (status) {
    case 'incomplete':
      return null;
    case 'trialing':
      return Math.min(announcementAt(subscription) ?? periodEndAt, periodEndAt);
    case 'active':
      return Math.min(periodEndAt, firstDue(subscription)?.dueAt ?? periodEndAt);
    case 'past_due': {
      const nextAttemptAt = dunning ? nextAttemptOf(dunning) : periodEndAt;
      return subscription.isCancelScheduled
        ? Math.min(nextAttemptAt, endOfPeriod(subscription))
        : nextAttemptAt;
    }
    case 'paused':
      return pause?.resumesAt ?? null;
    case 'canceled':
    case 'expired':
      return givenUpAt(firstDue(subscription));
    default:
      return status satisfies never;
  }
}

/** When it is tried again, by its schedule or by a new card. */
export function nextAttemptOf({ nextAttemptAt, early }: Dunning): number {
  return Math.min(nextAttemptAt, early?.nextAt ?? nextAttemptAt);
}

/** When the end of a trial is to be announced; null when that has been done. */
export function announcementAt({
  trialEndAt,
  isTrialEndAnnounced,
  timezone,
}: Subscription): number | null {
  if (trialEndAt === null || isTrialEndAnnounced) return null;
  return daysLater(trialEndAt, timezone, -ANNOUNCED_DAYS_BEFORE);
}

/** The open invoice that has to be paid first. */
export function firstDue({ openInvoices }: Subscription): OpenInvoice | undefined {
  return openInvoices.reduce<OpenInvoice | undefined>(
    (first, invoice) => (first && first.dueAt <= invoice.dueAt ? first : invoice),
    undefined,
  );
}

function givenUpAt(invoice: OpenInvoice | undefined): number | null {
  return invoice ? invoice.dueAt + KEPT_MS : null;
}
