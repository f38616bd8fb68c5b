import { packageRoundings, tiersModes } from '@florin/contracts';
import { integerField, priceField } from '@florin/http-api';
import {
  AMOUNT_MINOR_MAX,
  compare,
  faultOfTiers,
  formatDecimal,
  parseDecimal,
  rational,
  type Tier,
  type UnitPrice,
  wholeOf,
} from '@florin/money';
import { z } from 'zod';

const UNITS_MAX = 1_000_000_000;
const DECIMAL = String.raw`^\d{1,15}(\.\d{1,12})?$`;

/** A decimal of minor units, up to twelve places. */
export const decimalField = z
  .string({ error: 'must be a decimal in quotation marks, for example "0.35"' })
  .regex(new RegExp(DECIMAL, 'v'), {
    error: ({ input }) =>
      `${input}`.startsWith('-')
        ? 'must not be negative'
        : 'must be a decimal of minor units with at most 12 places, for example "0.35"',
  })
  .refine((text) => {
    const amount = parseDecimal(text);
    return amount !== undefined && compare(amount, rational(AMOUNT_MINOR_MAX)) <= 0;
  }, `must be at most ${AMOUNT_MINOR_MAX}`);

const upToField = z
  .union([integerField(1, UNITS_MAX), z.literal('inf'), z.null()], {
    error: `must be an integer from 1 to ${UNITS_MAX}, or inf for the last tier`,
  })
  .transform((upTo) => (upTo === 'inf' ? null : upTo));

const tierField = z
  .object({
    up_to: upToField.describe('Last unit of the tier; `inf` or null for the last tier.'),
    unit_amount: priceField.optional().describe('Price of each unit of the tier in minor units.'),
    unit_amount_decimal: decimalField
      .optional()
      .meta({ description: 'The same as a decimal string.', examples: ['0.35'] }),
    flat_amount: priceField
      .optional()
      .describe(
        'Fixed amount for reaching the tier in minor units, added to the price of its units.',
      ),
    flat_amount_decimal: decimalField
      .optional()
      .meta({ description: 'The same as a decimal string.', examples: ['0'] }),
  })
  .meta({ id: 'NewPriceTier', description: 'A tier of a price. Absent amounts are 0.' });

/** Members of a request that say what a quantity costs. */
export const schemeFields = {
  billing_scheme: z
    .enum(['per_unit', 'tiered'])
    .default('per_unit')
    .describe('`per_unit` with a unit price, or `tiered` with `tiers` and `tiers_mode`.'),
  unit_amount: priceField
    .optional()
    .describe('Price of one unit, or of one package, in minor units.'),
  unit_amount_decimal: decimalField.optional().meta({
    description:
      'Price of one unit, or of one package, in minor units as a decimal string with up to 12 places. The sum of a quantity is rounded half up once.',
    examples: ['0.35'],
  }),
  tiers_mode: z
    .enum(tiersModes)
    .optional()
    .describe(
      '`graduated`: each unit costs the price of its tier. `volume`: all units cost the price of the tier that the quantity reaches.',
    ),
  tiers: z
    .array(tierField)
    .min(1, 'must have at least one tier')
    .max(100, 'must have at most 100 tiers')
    .optional()
    .describe('Tiers in ascending order of `up_to`; the last one has no upper bound.'),
  transform_quantity: z
    .object({
      divide_by: integerField(2, UNITS_MAX).describe('Units in one package.'),
      round: z
        .enum(packageRoundings)
        .describe('`up`: a part of a package counts as one. `down`: it costs nothing.'),
    })
    .optional()
    .meta({ id: 'NewPricePackages', description: 'Sells packages of units.' }),
};

type SchemeBody = z.output<z.ZodObject<typeof schemeFields>>;
type Issue = readonly [path: readonly (string | number)[], message: string];

/** Reads a unit price from a request, or says which of its members is wrong. */
export function readUnitPrice(body: SchemeBody): UnitPrice | Issue {
  return body.billing_scheme === 'tiered' ? readTiers(body) : readPerUnit(body);
}

export function isIssue(read: UnitPrice | Issue): read is Issue {
  return Array.isArray(read);
}

function readPerUnit({ transform_quantity: packages, ...body }: SchemeBody): UnitPrice | Issue {
  if (body.tiers || body.tiers_mode)
    return [['billing_scheme'], 'must be tiered for a price with tiers'];
  const unitAmount = decimalOf(body.unit_amount, body.unit_amount_decimal);
  if (unitAmount === undefined)
    return [['unit_amount'], 'or unit_amount_decimal is required; send one of the two'];
  if (unitAmount === 'both') return [['unit_amount'], BOTH];
  if (!packages) return priceOfDecimal(unitAmount);
  const { divide_by: divideBy, round } = packages;
  return { kind: 'per_unit', unitAmount, packages: { divideBy, round } };
}

/** The price of single units from its decimal: whole minor units if it has no decimals. */
export function priceOfDecimal(decimal: string): UnitPrice {
  const exact = parseDecimal(decimal);
  if (!exact) throw new RangeError(`${decimal} is no decimal amount`);
  return wholeOf(exact) ?? { kind: 'per_unit', unitAmount: formatDecimal(exact) };
}

/** A price in a request to be hashed, which cannot contain bigints. */
export function toHashable(price: UnitPrice) {
  return typeof price === 'bigint' ? `${price}` : price;
}

function readTiers(body: SchemeBody): UnitPrice | Issue {
  if (body.unit_amount !== undefined || body.unit_amount_decimal !== undefined)
    return [['unit_amount'], 'must be absent: the tiers have the amounts'];
  if (body.transform_quantity)
    return [['transform_quantity'], 'must be absent: tiers price single units'];
  if (!body.tiers) return [['tiers'], 'is required for a tiered price'];
  if (!body.tiers_mode) return [['tiers_mode'], 'is required: graduated or volume'];
  const tiers: Tier[] = [];
  for (const [index, tier] of body.tiers.entries()) {
    const unitAmount = decimalOf(tier.unit_amount, tier.unit_amount_decimal) ?? '0';
    const flatAmount = decimalOf(tier.flat_amount, tier.flat_amount_decimal) ?? '0';
    if (unitAmount === 'both') return [['tiers', index, 'unit_amount'], BOTH];
    if (flatAmount === 'both') return [['tiers', index, 'flat_amount'], BOTH];
    tiers.push({ upTo: tier.up_to, unitAmount, flatAmount });
  }
  const fault = faultOfTiers(tiers);
  if (fault) return [['tiers', fault.index, 'up_to'], fault.text];
  return { kind: 'tiered', mode: body.tiers_mode, tiers };
}

const BOTH = 'and its decimal exclude each other; send one of the two';

/** The amount as text without useless zeros; undefined if absent. */
function decimalOf(
  whole: bigint | undefined,
  decimal: string | undefined,
): string | 'both' | undefined {
  if (whole !== undefined && decimal !== undefined) return 'both';
  if (whole !== undefined) return whole.toString();
  const exact = decimal === undefined ? undefined : parseDecimal(decimal);
  return exact && formatDecimal(exact);
}
