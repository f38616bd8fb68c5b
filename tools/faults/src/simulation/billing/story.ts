import fc from 'fast-check';
import type { Length } from './calendar.ts';

/** A plan by index, its quantity, and the quantity of each add-on by index, 0 without it. */
export interface Terms {
  readonly plan: number;
  readonly quantity: number;
  readonly addOns: readonly number[];
}

/** Prices of the add-ons, for a period of any length. */
export const addOnPrices: readonly number[] = [150, 433, 1_201];

const month = { months: 1, days: 0 };
const year = { months: 12, days: 0 };

/** A longer interval is always more expensive, so that no change leaves a credit. */
export const plans: readonly (Length & { readonly id: string; readonly price: number })[] = [
  { id: 'small', price: 301, ...month },
  { id: 'middle', price: 700, ...month },
  { id: 'large', price: 1_000, ...month },
  { id: 'weekly', price: 77, months: 0, days: 7 },
  { id: 'yearly', price: 12_000, ...year },
  { id: 'dear', price: 20_001, ...year },
];

export interface Beginning extends Terms {
  readonly at: number;
  readonly trialDays: number;
  /** Receives invoices; otherwise pays from a balance. */
  readonly isCustomer: boolean;
}

export type Step =
  | { readonly what: 'wait'; readonly ms: number }
  | { readonly what: 'tick' | 'resume' | 'cancel' | 'cancel at end' | 'uncancel' | 'pay' }
  | { readonly what: 'pause'; readonly days: number | null }
  | ({ readonly what: 'update' } & Terms)
  /** For the pending charge, or a repeat for the previous one. */
  | { readonly what: 'charge'; readonly isPaid: boolean; readonly isRepeated: boolean };

/** The most steps of a story. */
export const STEPS_MAX = 60;
const HOUR_MS = 3_600_000;
const WAITS_MS = [1_001, HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS, 400 * HOUR_MS, 1_000 * HOUR_MS];

/** Uniform: `fc.integer` prefers small numbers. */
const below = (count: number) =>
  fc.constantFrom(...Array.from({ length: count }, (_, index) => index));
const terms = {
  plan: below(plans.length),
  quantity: below(3).map((more) => 1 + more),
  addOns: fc.tuple(...addOnPrices.map(() => fc.constantFrom(0, 0, 1, 3))),
};

export const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 32, arbitrary: fc.constant({ what: 'tick' }) },
  {
    weight: 28,
    arbitrary: fc.record({
      what: fc.constant('charge'),
      isPaid: below(3).map((dice) => dice > 0),
      isRepeated: below(12).map((dice) => dice === 0),
    }),
  },
  {
    weight: 22,
    arbitrary: fc
      .tuple(fc.constantFrom(...WAITS_MS), below(1_000))
      .map(([ms, more]) => ({ what: 'wait' as const, ms: ms + more })),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('update'), ...terms }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('pause'),
      days: fc.constantFrom(null, 0, 3, 40, 400),
    }),
  },
  {
    weight: 11,
    arbitrary: fc
      .constantFrom('resume', 'resume', 'cancel at end', 'uncancel', 'pay', 'pay', 'cancel')
      .map((what) => ({ what })),
  },
);

export const beginningArbitrary: fc.Arbitrary<Beginning> = fc.record({
  ...terms,
  at: fc
    .tuple(below(24), below(7), below(24))
    .map(([month, day, hour]) => Date.UTC(2024, month, 25 + day, hour, 30, 15, 789)),
  trialDays: fc.constantFrom(0, 0, 2, 14),
  isCustomer: fc.boolean(),
});
