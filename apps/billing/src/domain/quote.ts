import type { Uuid } from '@florin/contracts';
import type { Line } from './charge.ts';
import { withCredit } from './credit.ts';
import { SECOND_MS, wholeSecond } from './instants.ts';
import type { Terms } from './price.ts';
import type { Create, Timing, Update } from './subscription/commands.ts';
import { decide, decideCreate } from './subscription/decide.ts';
import type { Decision, SubscriptionEvent } from './subscription/events.ts';
import { nextPeriodAt, type Subscription } from './subscription/model.ts';
import { type TaxedSale, withTax } from './tax/charges.ts';

/** Lifetime of a quote. */
export const QUOTE_MS = 600 * SECOND_MS;

/** The price of a creation or a change, and when it takes effect. */
export interface Price {
  /** Minor units, after applied credit. */
  readonly amount: bigint;
  readonly lines: readonly Line[];
  readonly effectiveAt: number;
}

/** A guaranteed price of a change. Never changes. */
export interface Quote extends Price, Terms, Timing {
  readonly id: Uuid;
  readonly subscriptionId: Uuid;
  /** Version of the subscription: number of its last public event. */
  readonly version: number;
  /** The instant of the price, by the subscription's clock. */
  readonly pricedAt: number;
}

/** The price of a change, computed by the actual decision; or that decision's refusal. */
export function priceUpdate(
  subscription: Subscription,
  command: Update,
  sale: TaxedSale | undefined,
  credit: bigint,
  nowMs: number,
): Price | Exclude<Decision, { accepted: true }> {
  const decision = decide(subscription, command, nowMs);
  if (!decision.accepted) return decision;
  const isLater = decision.events.some(({ type }) => type === 'change_scheduled');
  const effectiveAt = isLater ? nextPeriodAt(subscription) : wholeSecond(nowMs);
  return priceOfEvents(decision.events, sale, credit, effectiveAt);
}

/** The first invoice of a new subscription. */
export function priceCreate(
  command: Create,
  sale: TaxedSale | undefined,
  credit: bigint,
  nowMs: number,
): Price {
  return priceOfEvents(decideCreate(command, nowMs), sale, credit, wholeSecond(nowMs));
}

/** Reason why a quote is no longer valid; undefined while it is. */
export function refusalOfQuote(quote: Quote, version: number, nowMs: number): string | undefined {
  if (nowMs > quote.pricedAt + QUOTE_MS)
    return 'the quote has expired after ten minutes; create a new one';
  return version === quote.version ? undefined : QUOTE_IS_OUTDATED;
}

export const QUOTE_IS_OUTDATED =
  'the subscription or the credit that applies has changed since the quote; create a new one';

/** Refusal of a change in a pause that its taxes make dearer. */
export const TAXED_DIFFERENTLY =
  'the new plan has a higher tax, and nothing is charged during a pause; resume the subscription first';

function priceOfEvents(
  events: readonly SubscriptionEvent[],
  sale: TaxedSale | undefined,
  credit: bigint,
  effectiveAt: number,
): Price {
  const started = events.find((event) => event.type === 'charge_started');
  if (started?.type !== 'charge_started') return { amount: 0n, lines: [], effectiveAt };
  const { amount, lines } = withCredit(withTax(started.charging.charge, sale), credit);
  return { amount, lines, effectiveAt };
}
