import { SECOND_MS } from '../instants.ts';
import type { SubscriptionEvent } from './events.ts';
import type { Subscription } from './model.ts';

export const notCanceled = {
  isCancelScheduled: false,
  canceledAt: null,
  cancellationReason: null,
};

/** Banks the rest of the trial or the period. */
export function pause(
  before: Subscription,
  event: Extract<SubscriptionEvent, { type: 'paused' }>,
): Subscription {
  const { at, remainingSeconds, resumesAt, keepsCancellation = false } = event;
  const from = before.status === 'trialing' ? 'trialing' : 'active';
  return {
    ...before,
    ...(keepsCancellation ? {} : notCanceled),
    status: 'paused',
    pause: { pausedAt: at, resumesAt, remainingSeconds, from },
  };
}

/** The banked time runs from now; later periods are counted from its end. */
export function resume(before: Subscription, at: number): Subscription {
  if (!before.pause) return before;
  const { from, pausedAt, remainingSeconds } = before.pause;
  const periodEndAt = at + remainingSeconds * SECOND_MS;
  return {
    ...before,
    status: from,
    pause: null,
    anchorAt: periodEndAt,
    nextIndex: 0,
    periodStartAt: at,
    periodEndAt,
    trialEndAt: from === 'trialing' ? periodEndAt : before.trialEndAt,
    // Due dates stood still during the pause.
    openInvoices: before.openInvoices.map(({ invoiceId, dueAt }) => ({
      invoiceId,
      dueAt: dueAt + at - pausedAt,
    })),
  };
}
