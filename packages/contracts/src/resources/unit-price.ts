import { z } from 'zod';
import { minorUnitsOrNull } from './members.ts';

/** A decimal amount of minor units, or a decimal quantity, in text. */
export const decimalText = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });

const detailSchema = z
  .object({
    tier: z
      .int()
      .nullable()
      .describe('Number of the tier, counted from 1; null for a price without tiers.'),
    quantity: decimalText(
      'Units of this tier, or packages if the price sells packages, as a decimal.',
      '5',
    ),
    unit_amount_decimal: decimalText(
      'Price of each unit or package in minor units, as a decimal.',
      '0.35',
    ),
    flat_amount_decimal: decimalText('Fixed amount of the tier in minor units, as a decimal.', '0'),
    amount_decimal: decimalText('Exact sum in minor units, as a decimal.', '1.75'),
  })
  .meta({
    id: 'PriceDetail',
    description: 'A part of a quantity whose units cost the same.',
  });

/** Members that say what one unit costs. */
export const unitPriceMembers = {
  unit_amount: minorUnitsOrNull(
    'Unit price',
    'Null if it has decimals, tiers or packages; see `unit_amount_decimal` and `details`.',
  ),
  unit_amount_decimal: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        'Unit price in minor units as a decimal; null with tiers or packages. Absent in old events.',
      examples: ['0.35'],
    }),
  details: z
    .array(detailSchema)
    .optional()
    .describe(
      'The price of the quantity for one whole period, part by part, if the price has decimals, tiers or packages; otherwise empty. Their sum is rounded half up once. Absent in old events.',
    ),
};

export type PriceDetailResource = z.output<typeof detailSchema>;
