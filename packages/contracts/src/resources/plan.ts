import { z } from 'zod';

export const planIntervals = ['day', 'week', 'month', 'year'] as const;

export const taxBehaviors = ['inclusive', 'exclusive'] as const;

/** A plan as clients see it. The amount is minor units for one period and a quantity of one. */
export const planSchema = z.object({
  id: z.string(),
  object: z.literal('plan'),
  /** Null outside any account. */
  livemode: z.boolean().nullable(),
  name: z.string(),
  amount: z.int(),
  currency: z.string(),
  interval: z.enum(planIntervals),
  interval_count: z.int(),
  /** By which rates it is taxed, and whether the amount includes the tax; null as the profile says. */
  tax_class: z.string(),
  tax_behavior: z.enum(taxBehaviors).nullable(),
  /** Null on the plans that everybody has from the start. */
  account_id: z.string().nullable(),
  created_at: z.iso.datetime().nullable(),
});

export type PlanResource = z.output<typeof planSchema>;
