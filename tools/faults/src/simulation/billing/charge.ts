import { after, share } from './calendar.ts';
import { plans, type Terms } from './story.ts';

export interface Charge extends Terms {
  readonly name: string;
  readonly amount: number;
  readonly anchor: number;
  readonly index: number;
  readonly start: number;
  readonly end: number;
  /** As first invoiced. */
  readonly seconds: number;
  /** Seconds banked by a change while paused. */
  readonly banked?: number;
}

export const describeTerms = ({ plan, quantity }: Terms) => `${quantity} ${plans[plan]?.id}`;

/** The charge for a whole period. */
export function whole(
  terms: Terms,
  { anchor, index }: { anchor: number; index: number },
  name: string,
): Charge {
  const length = plans[terms.plan];
  if (!length) throw new Error('there is no such plan');
  const [start, end] = [after(anchor, length, index), after(anchor, length, index + 1)];
  const { plan, quantity } = terms;
  const seconds = (end - start) / 1_000;
  return {
    plan,
    quantity,
    name,
    amount: priceOf(terms),
    anchor,
    index: index + 1,
    start,
    end,
    seconds,
  };
}

export function priceOf({ plan, quantity }: Terms): number {
  return (plans[plan]?.price ?? 0) * quantity;
}

/** Price of a year of 12 months, or of 365 days. */
function yearlyOf(terms: Terms): number {
  const { months = 0, days = 0 } = plans[terms.plan] ?? {};
  return (priceOf(terms) * (months > 0 ? 12 : 365)) / (months > 0 ? months : days);
}

/** For comparisons only. */
export function lengthOf({ plan }: Terms): number {
  const { months = 0, days = 0 } = plans[plan] ?? {};
  return months * 30 + days;
}

/**
 * Direction of a change. A change to a shorter interval must wait, so that none leaves a credit.
 */
export function directionOf(from: Terms, to: Terms): 'same' | 'equal' | 'up' | 'down' {
  if (describeTerms(from) === describeTerms(to)) return 'same';
  const longer = lengthOf(to) - lengthOf(from);
  const rise = yearlyOf(to) - yearlyOf(from);
  if (longer === 0 && rise === 0) return 'equal';
  return longer >= 0 && (rise > 0 || (rise === 0 && longer > 0)) ? 'up' : 'down';
}

interface Period extends Pick<Charge, 'anchor' | 'index' | 'start' | 'end' | 'seconds'> {
  readonly pause: { readonly seconds: number } | null;
}

/** The charge of an immediate change. */
export function changeOf(
  from: Terms,
  { plan, quantity }: Terms,
  { pause, ...period }: Period,
  { now, name }: { readonly now: number; readonly name: string },
): Charge {
  const to = { plan, quantity };
  const left = pause?.seconds ?? Math.max(0, (period.end - now) / 1_000);
  const unused = priceOf(from) - share(priceOf(from), period.seconds - left, period.seconds);
  const isSameLength = lengthOf(to) === lengthOf(from);
  const opened = isSameLength ? null : whole(to, { anchor: now, index: 0 }, name);
  const rest = { ...to, ...period, name };
  if (pause) {
    // Banked time buys time of the same value on the new plan.
    const seconds = opened?.seconds ?? period.seconds;
    const bought = Number((BigInt(unused) * BigInt(seconds)) / BigInt(priceOf(to)));
    const place = { anchor: period.end, index: 0, seconds };
    return { ...rest, ...place, amount: 0, banked: Math.min(bought, seconds) };
  }
  const bought = opened ?? { ...rest, amount: share(priceOf(to), left, period.seconds) };
  return { ...bought, amount: bought.amount - unused };
}
