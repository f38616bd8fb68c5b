import type { UnitPrice } from '@florin/money';
import { itemsOf, type PlanTerms, type Terms } from './price.ts';

/** Keeps an invoice that replaces all items, with the parts of each line, small enough for an event. */
const TIERS_MAX = 250;

/** Reason why the items of a subscription do not fit together; undefined if they do. */
export function faultOfItems(terms: Terms): string | undefined {
  const items = itemsOf(terms);
  const ids = items.map(({ plan }) => plan.id);
  const { interval, intervalCount, currency } = terms.plan;
  for (const [index, { plan }] of items.entries()) {
    const field = `items.${index}.price_id`;
    const first = ids.indexOf(plan.id);
    if (first !== index)
      return `${field}: is the same price as items.${first}; raise its quantity instead`;
    if (plan.interval !== interval || plan.intervalCount !== intervalCount)
      return `${field}: is billed every ${lengthOf(plan)}, but the first item every ${lengthOf(terms.plan)}; all items need one interval`;
    if (plan.currency !== currency)
      return `${field}: is in ${plan.currency}, but the first item in ${currency}; all items need one currency`;
  }
  const tiers = items.reduce((sum, { plan }) => sum + tiersOf(plan.amount), 0);
  return tiers > TIERS_MAX
    ? `items: have ${tiers} tiers in all, more than ${TIERS_MAX}; use several subscriptions`
    : undefined;
}

function lengthOf({ interval, intervalCount }: PlanTerms): string {
  return intervalCount === 1 ? interval : `${intervalCount} ${interval}s`;
}

/** Number of tiers of a price; 0 without tiers. */
export function tiersOf(price: UnitPrice): number {
  return typeof price === 'object' && price.kind === 'tiered' ? price.tiers.length : 0;
}
