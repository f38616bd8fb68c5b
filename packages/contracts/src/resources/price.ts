import { z } from 'zod';
import {
  accountId,
  choice,
  createdAt,
  currency,
  idOf,
  livemode,
  metadata,
  minorUnitsOrNull,
  objectOf,
  ownId,
  updatedAt,
} from './members.ts';
import { interval, intervalCount, taxBehaviors } from './plan.ts';

export const billingSchemes = ['per_unit', 'tiered'] as const;
export const tiersModes = ['graduated', 'volume'] as const;
export const packageRoundings = ['up', 'down'] as const;

const decimalOrNull = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: ['0.35'] });

const tierSchema = z
  .object({
    up_to: z
      .int()
      .nullable()
      .describe('Last unit of the tier; null for the last tier, which has no upper bound.'),
    unit_amount: minorUnitsOrNull('Price of each unit of the tier', 'Null if it has decimals.'),
    unit_amount_decimal: z.string().meta({
      description: 'The same as a decimal of minor units.',
      examples: ['0.35'],
    }),
    flat_amount: minorUnitsOrNull(
      'Fixed amount for reaching the tier, added to the price of its units',
      'Null if it has decimals.',
    ),
    flat_amount_decimal: z.string().meta({
      description: 'The same as a decimal of minor units.',
      examples: ['0'],
    }),
  })
  .meta({ id: 'PriceTier', description: 'A tier of a price.' });

export const priceSchema = z
  .object({
    id: ownId('price', 'price'),
    object: objectOf('price'),
    livemode,
    account_id: accountId,
    product_id: idOf('product', 'Product that the price is for'),
    name: z.string().meta({ description: 'Name on invoices and pages.', examples: ['Team seat'] }),
    lookup_key: z
      .string()
      .nullable()
      .meta({
        description:
          'A name of your own that can move to another price; `plan` of a subscription accepts it. Null if none.',
        examples: ['team_monthly'],
      }),
    active: z
      .boolean()
      .describe('Whether it can be sold. Running subscriptions keep it either way.'),
    currency,
    type: choice(['recurring', 'one_time'], 'Type of the price', {
      recurring: 'each billing period of a subscription',
      one_time: 'once, on a one-off invoice',
    }),
    recurring: z.object({ interval, interval_count: intervalCount }).nullable().meta({
      id: 'PriceRecurrence',
      description: 'Billing period of a recurring price; null for a one-time price.',
    }),
    billing_scheme: choice(billingSchemes, 'How a quantity becomes an amount', {
      per_unit: 'each unit, or each package of units, costs the same',
      tiered: 'the quantity reaches tiers',
    }),
    unit_amount: minorUnitsOrNull(
      'Price of one unit, or of one package',
      'Null with tiers or decimals.',
    ),
    unit_amount_decimal: decimalOrNull(
      'The same as a decimal of minor units with up to 12 places; null with tiers.',
    ),
    tiers_mode: z
      .enum(tiersModes)
      .nullable()
      .describe(
        '`graduated`: each unit costs the price of its tier. `volume`: all units cost the price of the tier that the quantity reaches. Null without tiers.',
      ),
    tiers: z.array(tierSchema).nullable().describe('Tiers in ascending order; null without.'),
    transform_quantity: z
      .object({
        divide_by: z.int().describe('Units in one package.'),
        round: z.enum(packageRoundings).describe('Whether a part of a package counts as one.'),
      })
      .nullable()
      .meta({
        id: 'PricePackages',
        description: 'Size of a package, if the price is per package; null if it is per unit.',
      }),
    tax_behavior: z
      .enum(taxBehaviors)
      .nullable()
      .describe(
        'Whether the price includes tax; null for the setting of the seller profile (`prices_include_tax`).',
      ),
    metadata,
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'Price',
    description:
      'A price of a product. The amounts, the interval, the currency and the tax never change: a new price takes over the `lookup_key`.',
  });

export type PriceResource = z.output<typeof priceSchema>;

export const deletedPriceSchema = priceSchema
  .extend({ deleted: z.literal(true).describe('Always true.') })
  .meta({ id: 'DeletedPrice', description: 'The last state of a deleted price.' });
