import { collectionMethods, taxBehaviors } from '@florin/contracts';
import { idField, instantField, integerField, text } from '@florin/http-api';
import { AMOUNT_MINOR_MAX } from '@florin/money';
import { z } from 'zod';
import { discountsField } from '../../fields/discount.ts';
import { decimalField, priceOfDecimal } from '../../fields/price.ts';
import { supplyField, taxClassField } from '../../fields/tax.ts';
import { DUE_DAYS_MAX, termsFields } from '../../fields/terms.ts';
import type { ItemInput } from './items.ts';

const ITEMS_MAX = 500;

const unitAmountField = integerField(
  -Number(AMOUNT_MINOR_MAX),
  Number(AMOUNT_MINOR_MAX),
  'an integer in minor units, for example 1000 for 10.00 USD',
).transform((amount) => BigInt(amount));

const itemField = z
  .object({
    price_id: idField('price')
      .optional()
      .describe('One-time price (`price_…`) in place of `unit_amount`; it also decides the tax.'),
    description: text(500)
      .optional()
      .meta({
        description: 'Description of the goods or services. Default: the name of the price.',
        examples: ['Consulting'],
      }),
    quantity: integerField(1, 1_000_000).default(1).describe('Quantity: 1 to 1000000.'),
    unit_amount: unitAmountField
      .optional()
      .describe('Unit price in minor units of the currency; negative for a discount.'),
    unit_amount_decimal: decimalField.optional().meta({
      description:
        'Unit price in minor units as a decimal string with up to 12 places, in place of `unit_amount`. The amount of the line is rounded half up once.',
      examples: ['0.35'],
    }),
    tax_class: taxClassField.nullish().meta({
      description: 'Tax class of the item. Default: `standard`.',
      examples: ['reduced'],
    }),
    supply: supplyField.nullish().meta({
      description: 'Whether the item is a service or goods. Default: `services`.',
      examples: ['goods'],
    }),
    tax_behavior: z
      .enum(taxBehaviors)
      .nullish()
      .describe('Whether the price includes tax. Default: the setting of the seller profile.'),
    period_start: instantField('from')
      .nullish()
      .describe('Start of the time that the line covers (RFC 3339, or a date).'),
    period_end: instantField('from').nullish().describe('End of that time (RFC 3339, or a date).'),
  })
  .meta({
    id: 'NewInvoiceLine',
    description:
      'A one-off item: with `price_id`, or with a `description` and one of `unit_amount` and `unit_amount_decimal`.',
  })
  .refine(({ period_start: from, period_end: to }) => from == null || to == null || from <= to, {
    path: ['period_end'],
    error: 'must not be before period_start',
  })
  .transform((item, context): ItemInput => {
    const fault = faultOf(item);
    if (fault) {
      const [member, message] = fault;
      context.issues.push({ code: 'custom', input: item, path: [member], message });
      return z.NEVER;
    }
    const { quantity, description, unit_amount: whole, unit_amount_decimal: decimal } = item;
    const span = { startAt: item.period_start ?? undefined, endAt: item.period_end ?? undefined };
    if ('price_id' in item) return { priceId: item.price_id, description, quantity, ...span };
    return {
      description: description ?? '',
      quantity,
      unitAmount: whole ?? priceOfDecimal(decimal ?? ''),
      taxClass: item.tax_class ?? undefined,
      supply: item.supply ?? undefined,
      isTaxInclusive: item.tax_behavior ? item.tax_behavior === 'inclusive' : undefined,
      ...span,
    };
  });

/** Members of an item that contradict each other, or are missing. */
function faultOf(item: {
  readonly price_id?: unknown;
  readonly description?: string | undefined;
  readonly unit_amount?: bigint | undefined;
  readonly unit_amount_decimal?: string | undefined;
  readonly tax_class?: unknown;
  readonly supply?: unknown;
  readonly tax_behavior?: unknown;
}): readonly [member: string, message: string] | undefined {
  const amounts = [item.unit_amount, item.unit_amount_decimal].filter((each) => each !== undefined);
  if (!('price_id' in item)) {
    if (item.description === undefined) return ['description', 'is required without price_id'];
    return amounts.length === 1
      ? undefined
      : ['unit_amount', 'or unit_amount_decimal is required; send one of the two'];
  }
  if (amounts.length > 0) return ['unit_amount', 'must be absent: the price has the amount'];
  const given = (['tax_class', 'supply', 'tax_behavior'] as const).find(
    (name) => item[name] != null,
  );
  return given && [given, 'must be absent: the price decides the tax'];
}

/** Fields for creating and changing a draft. */
export const draftFields = {
  lines: z
    .array(itemField)
    .max(ITEMS_MAX, `must have at most ${ITEMS_MAX} entries`)
    .describe('Lines of the invoice: at most 500.'),
  discounts: discountsField
    .optional()
    .describe(
      'Coupons that reduce the invoice: at most 5, in order, each on what the ones before left. Each is redeemed at once; deleting the draft or removing the discount returns it.',
    ),
  memo: text(1_000).nullish().describe('Note on the invoice: at most 1000 characters.'),
  collection_method: z
    .enum(collectionMethods)
    .nullish()
    .describe(
      "How the invoice is collected once it is finalized: `charge_automatically` charges the customer's default payment method; `send_invoice` lets the customer pay on a page. Default: the method of the customer, or `send_invoice`.",
    ),
  due_days: integerField(0, DUE_DAYS_MAX)
    .nullish()
    .describe(
      'Days until the due date: 0 to 365. Default: the days of the customer, or the setting of the seller profile.',
    ),
  po_number: termsFields.po_number,
};
