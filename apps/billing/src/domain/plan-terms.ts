import type { Currency } from '@florin/money';

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
}
