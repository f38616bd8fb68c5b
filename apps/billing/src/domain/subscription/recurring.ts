import { divideHalfUp } from '@florin/money';
import { taxLines } from '@florin/tax';
import type { Charge } from '../charge.ts';
import { periodsPerYear, priceOf, type Terms } from '../price.ts';
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

/** Net price of the full period that a charge buys; minor units. */
export function netPriceOf({ buys, lines }: Charge): bigint {
  const amount = priceOf(buys);
  const tax = lines.find(({ type }) => type === 'period' || type === 'proration')?.tax;
  if (!tax?.isInclusive) return amount;
  const rates = tax.taxes.map(toRate);
  return taxLines([{ amount, isInclusive: true, rates }], 'line')[0]?.net ?? amount;
}
