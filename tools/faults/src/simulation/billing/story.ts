import { makeRandom } from '../../random.ts';
import type { Length } from './calendar.ts';

/** What a story subscribes to: one of these by its place, and how many. */
export interface Terms {
  readonly plan: number;
  readonly quantity: number;
}

const month = { months: 1, days: 0 };
const year = { months: 12, days: 0 };

/** A longer one is always dearer, so that no change leaves a credit. */
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
  /** Gets invoices sent; pays from a balance otherwise. */
  readonly isCustomer: boolean;
}

export type Step =
  | { readonly what: 'wait'; readonly ms: number }
  | { readonly what: 'tick' | 'resume' | 'cancel' | 'cancel at end' | 'uncancel' | 'pay' }
  | { readonly what: 'pause'; readonly days: number | null }
  | ({ readonly what: 'update' } & Terms)
  /** Of the charge that is on its way, or once more of the one before. */
  | { readonly what: 'charge'; readonly isPaid: boolean; readonly isRepeated: boolean };

export interface Story {
  readonly beginning: Beginning;
  readonly steps: readonly Step[];
}

const STEPS = 60;
const HOUR_MS = 3_600_000;
const WAITS_MS = [1_001, HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS, 400 * HOUR_MS, 1_000 * HOUR_MS];

/** The same seed makes the same story. */
export function makeStory(seed: number): Story {
  const random = makeRandom(seed);
  const pickTerms = () => ({ plan: random.below(plans.length), quantity: 1 + random.below(3) });
  const step = (): Step => {
    const dice = random.below(100);
    if (dice < 32) return { what: 'tick' };
    if (dice < 60)
      return { what: 'charge', isPaid: random.below(3) > 0, isRepeated: random.below(12) === 0 };
    if (dice < 82) return { what: 'wait', ms: random.pick(WAITS_MS) + random.below(1_000) };
    if (dice < 86) return { what: 'update', ...pickTerms() };
    if (dice < 89) return { what: 'pause', days: random.pick([null, 0, 3, 40, 400]) };
    return {
      what: random.pick([
        'resume',
        'resume',
        'cancel at end',
        'uncancel',
        'pay',
        'pay',
        'cancel',
      ] as const),
    };
  };
  return {
    beginning: {
      ...pickTerms(),
      at: Date.UTC(2024, random.below(24), 25 + random.below(7), random.below(24), 30, 15, 789),
      trialDays: random.pick([0, 0, 2, 14]),
      isCustomer: random.below(2) === 0,
    },
    steps: Array.from({ length: STEPS }, step),
  };
}
