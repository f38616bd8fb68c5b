import type { taxBehaviors } from '@florin/contracts';
import { type Currency, costOf, type UnitPrice } from '@florin/money';
import type { Supply } from '@florin/tax';

export const intervals = ['day', 'week', 'month', 'year'] as const;
export type Interval = (typeof intervals)[number];

/** Price and interval of a plan. Never changes under the same id. */
export interface PlanTerms {
  /** A slug, unique among the plans of an account. */
  readonly id: string;
  /** The plan's name in the request; absent if that was the id. */
  readonly sentAs?: string;
  readonly name: string;
  readonly amount: UnitPrice;
  readonly currency: Currency;
  readonly interval: Interval;
  readonly intervalCount: number;
  /** Tax class, and whether the amount includes tax; absent or null for the seller's default. */
  readonly taxClass?: string;
  /** Absent in older states, where it means services. */
  readonly supply?: Supply;
  readonly taxBehavior?: TaxBehavior | null;
}

export type TaxBehavior = (typeof taxBehaviors)[number];

/** Longest interval of each kind: three years. */
export const intervalCountMax: Readonly<Record<Interval, number>> = {
  day: 1_095,
  week: 156,
  month: 36,
  year: 3,
};

/** A plan and its quantity. */
export interface Item {
  readonly plan: PlanTerms;
  readonly quantity: number;
}

/** The items of a subscription: a plan, and more plans of its interval and currency. */
export interface Terms extends Item {
  /** Each plan at most once; absent or empty if there are none. */
  readonly addOns?: readonly Item[] | undefined;
}

/** The fields of an item that determine its price for a period, and its tax. */
export interface PricedItem {
  readonly plan: Pick<PlanTerms, 'amount' | 'taxClass' | 'supply' | 'taxBehavior'>;
  readonly quantity: number;
}

export interface PricedTerms extends PricedItem {
  readonly addOns?: readonly PricedItem[] | undefined;
}

/** Maximum number of items of a subscription. */
export const ITEMS_MAX = 20;

export function itemsOf(terms: Terms): readonly Item[];
export function itemsOf(terms: PricedTerms): readonly PricedItem[];
export function itemsOf({ plan, quantity, addOns = [] }: PricedTerms): readonly PricedItem[] {
  return [{ plan, quantity }, ...addOns];
}

/** The terms alone, for example of a subscription. */
export function termsOf({ plan, quantity, addOns }: Terms): Terms {
  return { plan, quantity, addOns };
}

/** Price of one item for a period in minor units. */
export function itemPriceOf({ plan, quantity }: PricedItem): bigint {
  return costOf(plan.amount, quantity);
}

/** Price of all items for a period in minor units. */
export function priceOf(terms: PricedTerms): bigint {
  return itemsOf(terms).reduce((sum, item) => sum + itemPriceOf(item), 0n);
}

/** Items of these terms that the other terms do not have in the same quantity. */
export function itemsBeside(terms: Terms, others: Terms): readonly Item[] {
  const known = new Map(itemsOf(others).map(({ plan, quantity }) => [plan.id, quantity]));
  return itemsOf(terms).filter(({ plan, quantity }) => known.get(plan.id) !== quantity);
}

/** Whether terms have the same items; the plan must be the same, the order of others is free. */
export function areSameTerms(a: Terms, b: Terms): boolean {
  const isSamePlan = a.plan.id === b.plan.id;
  return isSamePlan && itemsBeside(a, b).length + itemsBeside(b, a).length === 0;
}

/** Whether all items that differ between terms have the same tax class, supply and tax behavior. */
export function areTaxedAlike(a: Terms, b: Terms): boolean {
  const kinds = [...itemsBeside(a, b), ...itemsBeside(b, a)].map(({ plan }) =>
    [plan.taxClass ?? 'standard', plan.supply ?? 'services', plan.taxBehavior ?? ''].join(' '),
  );
  return new Set(kinds).size <= 1;
}

/** Periods per year. Months differ in length, so each counts as 1/12 of a year. */
export const periodsPerYear: Readonly<Record<Interval, bigint>> = {
  day: 365n,
  week: 52n,
  month: 12n,
  year: 1n,
};

/**
 * Direction of a change by yearly price: `up` if higher, `down` if lower. For an equal yearly
 * price: `up` if the interval changes, else `equal`.
 */
export function compareTerms(from: Terms, to: Terms): 'up' | 'down' | 'equal' {
  const yearly = (terms: Terms, other: Terms) =>
    priceOf(terms) * periodsPerYear[terms.plan.interval] * BigInt(other.plan.intervalCount);
  const [before, after] = [yearly(from, to), yearly(to, from)];
  if (before === after) return hasSameLength(from.plan, to.plan) ? 'equal' : 'up';
  return after > before ? 'up' : 'down';
}

export function hasSameLength(a: PlanTerms, b: PlanTerms): boolean {
  return lengthOf(a) === lengthOf(b);
}

/** Length in days, from the 146 097 days in 400 calendar years; exact where it matters. */
function lengthOf({ interval, intervalCount }: PlanTerms): number {
  const days = { day: 1, week: 7, month: 146_097 / 4_800, year: 146_097 / 400 }[interval];
  // Twelve months must equal a year, despite binary fractions.
  return Math.round(days * intervalCount * 1_000);
}
