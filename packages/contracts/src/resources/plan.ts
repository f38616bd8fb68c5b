import { z } from 'zod';
import {
  currency,
  idOrNull,
  instantOrNull,
  livemodeOrNull,
  minorUnits,
  minorUnitsOrNull,
  objectOf,
} from './members.ts';

export const planIntervals = ['day', 'week', 'month', 'year'] as const;

export const taxBehaviors = ['inclusive', 'exclusive'] as const;

export const interval = z
  .enum(planIntervals)
  .describe('Unit of the billing interval; see `interval_count`.');

export const intervalCount = z
  .int()
  .describe('Units per billing period: 3 with `month` is a quarter.');

export const planId = z
  .string()
  .meta({ description: 'Id of the plan.', examples: ['pro_monthly'] });

/** The plan in responses of subscription operations. */
export const sentPlan = z
  .string()
  .meta({ description: 'Plan, as named in the request that chose it.', examples: ['pro'] });
export const planIdOptional = planId.optional().meta({
  description: 'Id of the plan, regardless of how `plan` names it; absent in old events.',
  examples: ['pro_monthly'],
});

/** The price of a plan in objects that name one. */
export const priceIdOptional = idOrNull(
  'price',
  'Price of the plan',
  'Null for a starter plan; absent in old events.',
).optional();

/** Items of a subscription, in objects that name its plan. */
export const subscriptionItems = z
  .array(
    z
      .object({
        object: objectOf('subscription_item'),
        price_id: idOrNull('price', 'Price of the item', 'Null for a starter plan.'),
        plan_id: planId,
        name: z.string().describe('Name of the price.'),
        quantity: z.int().describe('Quantity of the price.'),
        amount: minorUnits('Price of the item for a period, with its quantity'),
      })
      .meta({ id: 'SubscriptionItem', description: 'A price of a subscription.' }),
  )
  .optional()
  .describe(
    'Items: the plan first, then further prices of the same interval. Absent in old events.',
  );

export const planSchema = z
  .object({
    id: z.string().meta({
      description: 'Id of the plan, chosen by its seller and unique within the account.',
      examples: ['pro_monthly'],
    }),
    object: objectOf('plan'),
    livemode: livemodeOrNull,
    name: z.string().describe('Name on invoices and pages.'),
    amount: minorUnitsOrNull(
      'Price of one period and a quantity of one',
      'Null if the price has tiers, packages or decimals; see `price_id`.',
    ),
    price_id: idOrNull('price', 'Price behind the plan', 'Null on the starter plans.').optional(),
    product_id: idOrNull(
      'product',
      'Product of the price',
      'Null on the starter plans.',
    ).optional(),
    currency,
    interval,
    interval_count: intervalCount,
    tax_class: z.string().meta({
      description: 'Tax class: `standard` by default.',
      examples: ['standard'],
    }),
    supply: z
      .enum(['services', 'goods'])
      .describe('Whether the plan sells services or goods, which decides the place of taxation.'),
    tax_behavior: z
      .enum(taxBehaviors)
      .nullable()
      .describe(
        'Whether the price includes tax; null for the setting of the seller profile (`prices_include_tax`).',
      ),
    account_id: idOrNull(
      'account',
      'Seller',
      'Null on the starter plans, which every account has.',
    ),
    archived_at: instantOrNull(
      'When it was archived (RFC 3339, UTC): it is hidden from lists and cannot be sold. Null if not archived.',
    ).optional(),
    created_at: instantOrNull('Creation time (RFC 3339, UTC); null on the starter plans.'),
  })
  .meta({
    id: 'Plan',
    description:
      'The price and billing interval of a subscription. The price never changes; a new price needs a new plan.',
  });

export type PlanResource = z.output<typeof planSchema>;
