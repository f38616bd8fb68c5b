import { z } from 'zod';
import {
  currency,
  idOrNull,
  instantOrNull,
  livemodeOrNull,
  minorUnits,
  objectOf,
} from './members.ts';

export const planIntervals = ['day', 'week', 'month', 'year'] as const;

export const taxBehaviors = ['inclusive', 'exclusive'] as const;

export const interval = z
  .enum(planIntervals)
  .describe('Unit in which a period is counted; see `interval_count`.');

export const intervalCount = z
  .int()
  .describe('How many of the unit a period has: 3 with `month` is a quarter.');

export const planId = z
  .string()
  .meta({ description: 'Id of the plan.', examples: ['pro_monthly'] });

/** The plan in answers of subscription operations. */
export const sentPlan = z
  .string()
  .meta({ description: 'Plan, by the name in the request that chose it.', examples: ['pro'] });
export const planIdOptional = planId.optional().meta({
  description: 'Id of the plan, whatever `plan` calls it; absent in old events.',
  examples: ['pro_monthly'],
});

export const planSchema = z
  .object({
    id: z.string().meta({
      description:
        'Id of the plan: a name that its seller has chosen, unique among the plans of the account.',
      examples: ['pro_monthly'],
    }),
    object: objectOf('plan'),
    livemode: livemodeOrNull,
    name: z.string().describe('What customers read it as, on invoices and pages.'),
    amount: minorUnits('Price of one period and a quantity of one'),
    currency,
    interval,
    interval_count: intervalCount,
    tax_class: z.string().meta({
      description: 'By which rates it is taxed: `standard` unless something else was said.',
      examples: ['standard'],
    }),
    supply: z
      .enum(['services', 'goods'])
      .describe('Whether services or goods are sold, which decides about the place of taxation.'),
    tax_behavior: z
      .enum(taxBehaviors)
      .nullable()
      .describe(
        'Whether the amount includes the tax, or it is added; null as the seller profile says (`prices_include_tax`).',
      ),
    account_id: idOrNull(
      'account',
      'Account that sells it',
      'Null on the starter plans, which every account has.',
    ),
    archived_at: instantOrNull(
      'When it was archived (RFC 3339, UTC): lists leave it out, and it is not sold. Null while it is not.',
    ).optional(),
    created_at: instantOrNull('When it was made (RFC 3339, UTC); null on the starter plans.'),
  })
  .meta({
    id: 'Plan',
    description:
      'What a subscription buys: how much and how often. Its price never changes; a new price is a new plan.',
  });

export type PlanResource = z.output<typeof planSchema>;
