import { DAY_MS } from './instants.ts';
import type { OpenInvoice, Subscription } from './subscription.ts';

/** How long before its end a trial is announced to end. */
const ANNOUNCED_BEFORE_MS = 3 * DAY_MS;
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
      const nextAttemptAt = dunning?.nextAttemptAt ?? periodEndAt;
      return subscription.isCancelScheduled ? Math.min(nextAttemptAt, periodEndAt) : nextAttemptAt;
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

/** When the end of a trial is to be announced; null when that has been done. */
export function announcementAt({ trialEndAt, isTrialEndAnnounced }: Subscription): number | null {
  return trialEndAt === null || isTrialEndAnnounced ? null : trialEndAt - ANNOUNCED_BEFORE_MS;
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
