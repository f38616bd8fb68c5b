import type { Uuid } from '@florin/contracts';
import { applyEvent } from './apply.ts';
import { changeBegunBy } from './changes.ts';
import type { Charge } from './charge.ts';
import { withCredit } from './credit.ts';
import { decide } from './decide.ts';
import type { SubscriptionEvent } from './event.ts';
import { compareTerms, type Terms } from './plan-terms.ts';
import type { Subscription } from './subscription.ts';

/** What a change was decided on, and what it led to. */
export interface ExplainedChange {
  readonly direction: 'up' | 'down' | 'equal';
  readonly from: Terms;
  readonly to: Terms;
  /** The running period, as it was. */
  readonly before: Subscription;
  readonly at: number;
  /** The instant whose price was charged; earlier than `at` by a quote. */
  readonly pricedAt: number;
  readonly effectiveAt: number;
  readonly outcome: 'applied' | 'scheduled' | 'refused' | 'pending';
  readonly charge: Charge | null;
  /** What was charged, and what deciding on it again comes to. */
  readonly amount: bigint;
  readonly recomputed: bigint;
}

/**
 * Explains a change by living the subscription's life again up to it, and deciding once more.
 * Undefined when the history has no such change.
 */
export function explainChange(
  history: readonly SubscriptionEvent[],
  changeId: Uuid,
  creditBefore: bigint,
): ExplainedChange | undefined {
  const place = history.findIndex((event) => changeBegunBy(event) === changeId);
  const event = history[place];
  const before = history.slice(0, place).reduce<Subscription | undefined>(applyEvent, undefined);
  const charge = event?.type === 'charge_started' ? event.charging.charge : null;
  const to = charge?.buys ?? (event && termsOf(event));
  if (!event || !before || !to) return undefined;

  const pricedAt = charge?.lines.find(({ type }) => type === 'unused_time')?.startAt ?? event.at;
  const command = { type: 'update', plan: to.plan, quantity: to.quantity, changeId } as const;
  const invoiceId = charge?.invoiceId ?? changeId;
  const again = decide(before, { ...command, invoiceId, pricedAt }, event.at);
  const started = again.accepted
    ? again.events.find((decided) => decided.type === 'charge_started')
    : undefined;
  const isLater = event.type === 'change_scheduled';
  return {
    direction: compareTerms(before, to),
    from: { plan: before.plan, quantity: before.quantity },
    to: { plan: to.plan, quantity: to.quantity },
    before,
    at: event.at,
    pricedAt,
    effectiveAt: isLater ? before.periodEndAt : pricedAt,
    outcome: outcomeOf(history.slice(place), charge, isLater),
    charge,
    amount: charge?.amount ?? 0n,
    recomputed:
      started?.type === 'charge_started'
        ? withCredit(started.charging.charge, creditBefore).amount
        : 0n,
  };
}

function termsOf(event: SubscriptionEvent): Terms | undefined {
  return event.type === 'plan_changed' || event.type === 'change_scheduled' ? event : undefined;
}

function outcomeOf(
  since: readonly SubscriptionEvent[],
  charge: Charge | null,
  isLater: boolean,
): ExplainedChange['outcome'] {
  if (!charge) return isLater ? 'scheduled' : 'applied';
  for (const event of since) {
    if (event.type === 'charge_succeeded' && event.charge.cause === charge.cause) return 'applied';
    if (event.type === 'change_refused' && event.cause === charge.cause) return 'refused';
  }
  return 'pending';
}
