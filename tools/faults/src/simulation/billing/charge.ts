import { after, share } from './calendar.ts';
import { addOnPrices, plans, type Terms } from './story.ts';

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

export const describeTerms = ({ plan, quantity, addOns }: Terms) =>
  `${quantity} ${plans[plan]?.id} + ${addOns.join(' ')}`;

/** The charge for a whole period. */
export function whole(
  terms: Terms,
  { anchor, index }: { anchor: number; index: number },
  name: string,
): Charge {
  const length = plans[terms.plan];
  if (!length) throw new Error('there is no such plan');
  const [start, end] = [after(anchor, length, index), after(anchor, length, index + 1)];
  const { plan, quantity, addOns } = terms;
  const seconds = (end - start) / 1_000;
  return {
    plan,
    quantity,
    addOns,
    name,
    amount: priceOf(terms),
    anchor,
    index: index + 1,
    start,
    end,
    seconds,
  };
}

export function priceOf(terms: Terms): number {
  return sumOf(pricesOf(terms));
}

/** Prices of the plan and of each add-on, 0 without it. */
function pricesOf({ plan, quantity, addOns }: Terms): readonly number[] {
  const ofAddOns = addOns.map((count, place) => count * (addOnPrices[place] ?? 0));
  return [(plans[plan]?.price ?? 0) * quantity, ...ofAddOns];
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
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
  { plan, quantity, addOns }: Terms,
  { pause, ...period }: Period,
  { now, name }: { readonly now: number; readonly name: string },
): Charge {
  const to = { plan, quantity, addOns };
  const left = pause?.seconds ?? Math.max(0, (period.end - now) / 1_000);
  const isSameLength = lengthOf(to) === lengthOf(from);
  // Items that stay are neither returned nor bought.
  const isKept = (place: number) =>
    isSameLength &&
    !pause &&
    (place === 0
      ? from.plan === plan && from.quantity === quantity
      : from.addOns[place - 1] === addOns[place - 1]);
  const changing = (terms: Terms) => pricesOf(terms).filter((_, place) => !isKept(place));
  const unused = sumOf(
    changing(from).map((price) => price - share(price, period.seconds - left, period.seconds)),
  );
  const opened = isSameLength ? null : whole(to, { anchor: now, index: 0 }, name);
  const rest = { ...to, ...period, name };
  if (pause) {
    // Banked time buys time of the same value on the new plan.
    const seconds = opened?.seconds ?? period.seconds;
    const items = 1 + addOns.filter((count) => count > 0).length;
    // The items round up by at most half a cent each.
    const spendable = Math.max(0, unused - Math.floor(items / 2));
    const bought = Number((BigInt(spendable) * BigInt(seconds)) / BigInt(priceOf(to)));
    const place = { anchor: period.end, index: 0, seconds };
    return { ...rest, ...place, amount: 0, banked: Math.min(bought, seconds) };
  }
  const amount = sumOf(changing(to).map((price) => share(price, left, period.seconds)));
  const bought = opened ?? { ...rest, amount };
  // Rounding can make a small rise a credit, which the model lacks.
  return { ...bought, amount: Math.max(0, bought.amount - unused) };
}
