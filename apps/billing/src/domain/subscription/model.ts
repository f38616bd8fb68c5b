import type { Uuid } from '@florin/contracts';
import { daysLater } from '@florin/money';
import type { BillingTerms } from '../billing-terms.ts';
import type { Charge } from '../charge.ts';
import { DAY_MS, SECOND_MS } from '../instants.ts';
import type { Terms } from '../price.ts';

/** `incomplete` until the outcome of the first charge; hidden from clients until then. */
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

/** Seller and payer; immutable. */
export interface Parties {
  readonly sellerId: Uuid;
  /** The account whose balance pays; null if a customer of the seller pays. */
  readonly payerAccountId: Uuid | null;
  readonly customerId: Uuid | null;
  /** The customer as named by the subscription's creator. */
  readonly customerReference: string;
}

/** A subscription. Instants are milliseconds since 1970, in whole seconds. */
export interface Subscription extends Parties, Terms {
  readonly id: Uuid;
  readonly status: SubscriptionStatus;
  /** Whether its customer was created with it; absent if that was not recorded. */
  readonly isCustomerNew?: boolean;
  /** Time zone (IANA) of the calendar that counts months. */
  readonly timezone: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Its test clock; null if it uses the real time. */
  readonly testClockId: Uuid | null;
  readonly createdAt: number;

  /** Start for counting periods. */
  readonly anchorAt: number;
  /** Number, from the anchor, of the period after the current one. */
  readonly nextIndex: number;
  /** Total number of the next period; identifies its charge and is never reused. */
  readonly nextPeriod: number;
  /** The paid or free time ends at `periodEndAt`; empty until the first period. */
  readonly periodStartAt: number;
  readonly periodEndAt: number;
  /** Length of the current period as invoiced, without the effect of a pause. */
  readonly periodSeconds: number;

  readonly trialStartAt: number | null;
  readonly trialEndAt: number | null;
  readonly isTrialEndAnnounced: boolean;

  readonly isCancelScheduled: boolean;
  readonly canceledAt: number | null;
  readonly cancellationReason: CancellationReason | null;
  readonly endedAt: number | null;

  readonly pause: Pause | null;
  /** Takes effect with the next period. */
  readonly pendingChange: Terms | null;
  /** A charge without a known outcome. Other commands are refused meanwhile. */
  readonly charging: Charging | null;
  /** Why it is past due, and when the next attempt is. */
  readonly dunning: Dunning | null;
  /** Sent to the customer and unpaid, oldest first. */
  readonly openInvoices: readonly OpenInvoice[];
  readonly latestInvoiceId: Uuid | null;
  /** The invoice that opened the current period; absent if there is none, and in old states. */
  readonly periodInvoiceId?: Uuid;
  /** The last applied or scheduled change of its items; absent if there was none. */
  readonly latestChangeId?: Uuid;
  readonly hasEverPaid: boolean;
  /**
   * Net price of all items for a whole period as last charged, in minor units; absent before the
   * first charge and in older states.
   */
  readonly netPrice?: bigint;
  /** Invoiced price of the period in minor units, if the plan changed since without proration. */
  readonly invoicedPrice?: bigint;
  /** Terms that override those of the customer; absent if there are none. */
  readonly terms?: BillingTerms;
  /** Payment method to charge; absent or null for the customer's default. */
  readonly paymentMethodId?: Uuid | null;
}

export interface Pause {
  readonly pausedAt: number;
  readonly resumesAt: number | null;
  /** Rest of the trial or of the paid period. */
  readonly remainingSeconds: number;
  readonly from: 'trialing' | 'active';
}

export interface Charging {
  readonly charge: Charge;
  /** Starts at 1. */
  readonly attempt: number;
  /** Resumes it after a crash: the request's saga, or due work. */
  readonly by: 'request' | 'due_work';
  readonly startedAt: number;
  /** Charges a card saved after the failure, between the scheduled attempts. */
  readonly isEarly?: true;
  /** Saved meanwhile, and tried next if this attempt fails; null for the default. */
  readonly newMethodId?: Uuid | null;
}

export interface Dunning {
  readonly invoiceId: Uuid;
  /** The charge to retry; null if the invoice was sent and the customer must act. */
  readonly charge: Charge | null;
  /** Number of charges, or of reminders if there is nothing to charge. */
  readonly attempts: number;
  /** Reason of the last failure; absent in older states. */
  readonly reason?: string;
  /**
   * The seller's schedule at the first failure, which stays in use; absent in older states, which
   * use the default.
   */
  readonly days?: readonly number[];
  readonly failedAt: number;
  /** The next scheduled attempt, or the last one if that was final. */
  readonly nextAttemptAt: number;
  /** No attempt is scheduled any more; absent before. */
  readonly isFinal?: true;
  /** Absent if no card was saved since the failure. */
  readonly early?: EarlyAttempts;
}

/** Attempts with newly saved cards, which do not change the schedule. */
export interface EarlyAttempts {
  /** Cards that were tried or are waiting, each once; null for the default at that time. */
  readonly methodIds: readonly (Uuid | null)[];
  /** Time of the waiting attempt; null if none is waiting. */
  readonly nextAt: number | null;
  readonly lastAt: number | null;
  readonly made: number;
}

export interface OpenInvoice {
  readonly invoiceId: Uuid;
  readonly dueAt: number;
}

/** Whether it is final, except for payments of its invoices. */
export function hasEnded({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'canceled' || status === 'expired';
}

/** Closing an account ends these, so due work must not activate them meanwhile. */
export const endedWithAccount: readonly SubscriptionStatus[] = ['paused', 'trialing'];

/** Whether a period or trial is running, at whose end it can be canceled. */
export function isRunning({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'trialing' || status === 'active';
}

/** The failed charge of a period that has not begun; null if no period is owed. */
export function owedPeriodOf({ status, dunning }: Subscription): Charge | null {
  return status === 'past_due' ? (dunning?.charge ?? null) : null;
}

/** End of the current period, or of the owed one that has not begun. */
export function endOfPeriod(subscription: Subscription): number {
  return owedPeriodOf(subscription)?.buys.periodEndAt ?? subscription.periodEndAt;
}

/**
 * When a scheduled change takes effect; during a pause without an end, the end of the period before
 * it.
 */
export function nextPeriodAt(subscription: Subscription): number {
  const { pause } = subscription;
  if (!pause || pause.resumesAt === null) return endOfPeriod(subscription);
  return pause.resumesAt + pause.remainingSeconds * SECOND_MS;
}

/** Whether a cancellation can wait for the end of the current period or of banked time. */
export function mayEndLater(subscription: Subscription, at: number): boolean {
  const { status } = subscription;
  return isRunning(subscription) || status === 'paused' || endOfPeriod(subscription) > at;
}

/**
 * When a scheduled cancellation takes effect; null if there is none, or while a pause has no end.
 */
export function endsAtOf(subscription: Subscription): number | null {
  const { isCancelScheduled, pause } = subscription;
  if (!isCancelScheduled) return null;
  return pause && pause.resumesAt === null ? null : nextPeriodAt(subscription);
}

/** Days before the end of a trial on which its end is announced. */
const ANNOUNCED_DAYS_BEFORE = 3;
/** How long an invoice stays payable after its due date once its subscription has ended. */
const KEPT_MS = 7 * DAY_MS;

/** When the next automatic change of a subscription is due; null if there is none. */
export function dueAtOf(subscription: Subscription): number | null {
  const { status, charging, pause, dunning, periodEndAt } = subscription;
  // A charge of due work keeps its due time until it has an outcome.
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
        ? Math.min(nextAttemptAt ?? Number.POSITIVE_INFINITY, endOfPeriod(subscription))
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

/** The next attempt, scheduled or with a new card; null if there is none. */
export function nextAttemptOf({ nextAttemptAt, isFinal, early }: Dunning): number | null {
  if (isFinal) return early?.nextAt ?? null;
  return Math.min(nextAttemptAt, early?.nextAt ?? nextAttemptAt);
}

/** When to announce the end of a trial; null if that is done. */
export function announcementAt({
  trialEndAt,
  isTrialEndAnnounced,
  timezone,
}: Subscription): number | null {
  if (trialEndAt === null || isTrialEndAnnounced) return null;
  return daysLater(trialEndAt, timezone, -ANNOUNCED_DAYS_BEFORE);
}

/** The open invoice with the earliest due date. */
export function firstDue({ openInvoices }: Subscription): OpenInvoice | undefined {
  return openInvoices.reduce<OpenInvoice | undefined>(
    (first, invoice) => (first && first.dueAt <= invoice.dueAt ? first : invoice),
    undefined,
  );
}

function givenUpAt(invoice: OpenInvoice | undefined): number | null {
  return invoice ? invoice.dueAt + KEPT_MS : null;
}

/** A subscription with its counters. */
export interface Stored {
  readonly subscription: Subscription;
  /** Number of its last public event; 0 while it is being created. */
  readonly version: number;
  readonly historyLength: number;
  readonly updatedAt: number;
}
