import { divideHalfUp } from '@florin/money';
import { taxLines } from '@florin/tax';
import type { Charge, Line } from '../charge.ts';
import {
  type Item,
  itemPriceOf,
  itemsBeside,
  itemsOf,
  periodsPerYear,
  priceOf,
  type Terms,
} from '../price.ts';
import { toRate } from '../tax/charges.ts';
import type { Subscription } from './model.ts';

const MONTHS = 12n;

/**
 * Monthly recurring revenue in minor units, without tax. Zero unless the subscription is active or
 * past due, so trials and pauses do not count.
 */
export function mrrOf(subscription: Subscription): bigint {
  const { status } = subscription;
  return status === 'active' || status === 'past_due' ? monthlyNetOf(subscription) : 0n;
}

/** MRR that returns when a pause ends; minor units, without tax. */
export function pausedMrrOf(subscription: Subscription): bigint {
  const { status, pause } = subscription;
  return status === 'paused' && pause?.from === 'active' ? monthlyNetOf(subscription) : 0n;
}

function monthlyNetOf({ netPrice, ...terms }: Terms & Pick<Subscription, 'netPrice'>): bigint {
  const { interval, intervalCount } = terms.plan;
  return divideHalfUp(
    (netPrice ?? priceOf(terms)) * periodsPerYear[interval],
    MONTHS * BigInt(intervalCount),
  );
}

/** Net price of the full period after a charge, in minor units. */
export function netPriceAfter(
  before: Terms & Pick<Subscription, 'netPrice'>,
  { buys, lines }: Pick<Charge, 'buys' | 'lines'>,
): bigint {
  const bought = lines.filter(({ type }) => type === 'period' || type === 'proration');
  if (!lines.some(({ isPartial }) => isPartial)) return netOf(itemsOf(buys), bought);
  const returned = lines.filter(({ type }) => type === 'unused_time');
  const whole = before.netPrice ?? priceOf(before);
  const less = netOf(itemsBeside(before, buys), returned);
  return whole - less + netOf(itemsBeside(buys, before), bought);
}

/** Net price of items for a full period, with the taxes of their lines. */
function netOf(items: readonly Item[], lines: readonly Line[]): bigint {
  return items.reduce((sum, item) => {
    const line = lines.find(({ planId }) => planId === item.plan.id);
    return sum + netOfItem(item, line?.tax);
  }, 0n);
}

function netOfItem(item: Item, tax: Line['tax']): bigint {
  const amount = itemPriceOf(item);
  if (!tax?.isInclusive) return amount;
  const rates = tax.taxes.map(toRate);
  return taxLines([{ amount, isInclusive: true, rates }], 'line')[0]?.net ?? amount;
}
