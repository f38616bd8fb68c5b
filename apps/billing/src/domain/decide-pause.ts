import { accept, type Decision, refuse } from './decision.ts';
import { DAY_MS, secondsBetween, wholeSecond } from './instants.ts';
import type { Subscription } from './subscription.ts';

const PAUSE_DAYS_MAX = 366;

/** Stops time: what is left of the trial or of the paid period is banked to the second. */
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
      return accept({ type: 'paused', at, remainingSeconds, resumesAt });
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

/** Lets time go on: what was banked runs from now. */
export function decideResume({ status }: Subscription, at: number): Decision {
  if (status === 'paused') return accept({ type: 'resumed', at });
  return refuse('conflict', `only a paused subscription can be resumed: this one is ${status}`);
}
