import type { taxBehaviors } from '@florin/contracts';
import { type Currency, parseCurrency } from '@florin/money';

export const intervals = ['day', 'week', 'month', 'year'] as const;
export type Interval = (typeof intervals)[number];

/** What a plan asks for: how much and how often. Never changes under the same id. */
export interface PlanTerms {
  /** A slug, unique among the plans of an account. */
  readonly id: string;
  readonly name: string;
  /** Minor units for one period and a quantity of one. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly interval: Interval;
  readonly intervalCount: number;
  /** By which rates it is taxed, and whether the amount includes the tax; absent or null: as its seller says. */
  readonly taxClass?: string;
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

/** A plan and how many of it: what a subscription pays for in each period. */
export interface Terms {
  readonly plan: PlanTerms;
  readonly quantity: number;
}

/** Minor units of one period. */
export function priceOf({ plan, quantity }: Terms): bigint {
  return plan.amount * BigInt(quantity);
}

/**
 * What moving from one price to another means: `up` to a longer interval or, at the same, to a
 * higher price; `down` the other way; `equal` when neither differs.
 */
export function compareTerms(from: Terms, to: Terms): 'up' | 'down' | 'equal' {
  const lengths = lengthOf(to.plan) - lengthOf(from.plan);
  if (lengths !== 0) return lengths > 0 ? 'up' : 'down';
  const prices = priceOf(to) - priceOf(from);
  if (prices === 0n) return 'equal';
  return prices > 0n ? 'up' : 'down';
}

export function hasSameLength(a: PlanTerms, b: PlanTerms): boolean {
  return lengthOf(a) === lengthOf(b);
}

/** In days, of the 146 097 that make 400 years of the calendar; exact where it decides. */
function lengthOf({ interval, intervalCount }: PlanTerms): number {
  const days = { day: 1, week: 7, month: 146_097 / 4_800, year: 146_097 / 400 }[interval];
  // Twelve months are as long as a year, whatever binary fractions make of them.
  return Math.round(days * intervalCount * 1_000);
}

const prices = [
  ['basic', 'Basic', 1_000n],
  ['pro', 'Pro', 2_500n],
  ['business', 'Business', 9_900n],
] as const;

/** Ids that are the catalogue's in every account; a bare name means the monthly plan. */
const bareNames: ReadonlyMap<string, string> = new Map(
  prices.map(([id]) => [id, `${id}_monthly`] as const),
);

/** The plans that everybody can use from the start, in any currency; a year costs ten months. */
export function starterPlans(currency: Currency): readonly PlanTerms[] {
  return prices.flatMap(([id, name, amount]) => [
    {
      id: `${id}_monthly`,
      name: `${name}, monthly`,
      amount,
      currency,
      interval: 'month' as const,
      intervalCount: 1,
    },
    {
      id: `${id}_yearly`,
      name: `${name}, yearly`,
      amount: amount * 10n,
      currency,
      interval: 'year' as const,
      intervalCount: 1,
    },
  ]);
}

/** The id that a client's name for a plan stands for. */
export function canonicalPlanId(id: string): string {
  return bareNames.get(id) ?? id;
}

/** Whether no account may give this id to a plan of its own. */
export function isReservedPlanId(id: string): boolean {
  return [...bareNames.keys()].some(
    (name) => id === name || id === `${name}_monthly` || id === `${name}_yearly`,
  );
}

/** @throws Error for a code that cannot have been stored. */
export function toCurrency(code: string): Currency {
  const currency = parseCurrency(code);
  if (!currency) throw new Error(`${code} is no active currency`);
  return currency;
}
