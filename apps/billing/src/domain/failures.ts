import type { Uuid } from '@florin/contracts';
import type { Charge } from './charge.ts';
import type { PaymentLink } from './command.ts';
import { ended } from './decide-cancel.ts';
import type { SubscriptionEvent } from './event.ts';
import { DAY_MS } from './instants.ts';
import type { Dunning, Subscription } from './subscription.ts';

/** How long after the first failure each retry follows. */
const RETRY_DAYS = [1, 3, 5, 7] as const;

export interface Failure {
  readonly invoiceId: Uuid;
  /** What to charge again; null when the customer has to act. */
  readonly charge: Charge | null;
  readonly attempt: number;
  readonly reason: string;
  readonly payment?: PaymentLink | undefined;
}

/** What an attempt that failed leads to: the wait for the next one, or the end after the last. */
export function afterFailure(
  subscription: Subscription,
  { invoiceId, charge, attempt, reason, payment }: Failure,
  at: number,
): readonly SubscriptionEvent[] {
  const failedAt = attempt === 1 ? at : (subscription.dunning?.failedAt ?? at);
  const dunning = nextDunning({ invoiceId, charge, attempts: attempt, failedAt, reason }, at);
  const failed = {
    ...({ type: 'attempt_failed', at, invoiceId, attempt, reason, dunning } as const),
    ...(charge === null ? { isReminder: true as const } : {}),
    ...(payment ? { payment } : {}),
  };
  if (dunning) return [failed];
  // Nobody ever paid after trying it out: that is no customer lost.
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

function nextDunning(failure: Omit<Dunning, 'nextAttemptAt'>, at: number): Dunning | null {
  const days = RETRY_DAYS[failure.attempts - 1];
  if (days === undefined) return null;
  const plannedAt = failure.failedAt + days * DAY_MS;
  // After an outage what was missed is not made up for in a burst: the customer needs the time.
  return { ...failure, nextAttemptAt: plannedAt > at ? plannedAt : at + DAY_MS };
}
