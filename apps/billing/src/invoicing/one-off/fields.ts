import { collectionMethods, taxBehaviors } from '@florin/contracts';
import { instantField, integerField, text } from '@florin/http-api';
import { AMOUNT_MINOR_MAX } from '@florin/money';
import { z } from 'zod';
import type { Item } from '../../domain/invoice/one-off.ts';
import { supplyField, taxClassField } from '../../fields/tax.ts';

const ITEMS_MAX = 500;
const DUE_DAYS_MAX = 365;

const unitAmountField = integerField(
  -Number(AMOUNT_MINOR_MAX),
  Number(AMOUNT_MINOR_MAX),
  'an integer in minor units, for example 1000 for 10.00 USD',
).transform((amount) => BigInt(amount));

const itemField = z
  .object({
    description: text(500).meta({
      description: 'Description of the goods or services.',
      examples: ['Consulting'],
    }),
    quantity: integerField(1, 1_000_000).default(1).describe('Quantity: 1 to 1000000.'),
    unit_amount: unitAmountField.describe(
      'Unit price in minor units of the currency; negative for a discount.',
    ),
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
  .meta({ id: 'NewInvoiceLine', description: 'A one-off item.' })
  .refine(({ period_start: from, period_end: to }) => from == null || to == null || from <= to, {
    path: ['period_end'],
    error: 'must not be before period_start',
  })
  .transform(
    (item): Item => ({
      description: item.description,
      quantity: item.quantity,
      unitAmount: item.unit_amount,
      taxClass: item.tax_class ?? undefined,
      supply: item.supply ?? undefined,
      isTaxInclusive: item.tax_behavior ? item.tax_behavior === 'inclusive' : undefined,
      startAt: item.period_start ?? undefined,
      endAt: item.period_end ?? undefined,
    }),
  );

/** Fields for creating and changing a draft. */
export const draftFields = {
  lines: z
    .array(itemField)
    .max(ITEMS_MAX, `must have at most ${ITEMS_MAX} entries`)
    .describe('Lines of the invoice: at most 500.'),
  memo: text(1_000).nullish().describe('Note on the invoice: at most 1000 characters.'),
  collection_method: z
    .enum(collectionMethods)
    .nullish()
    .describe(
      "How the invoice is collected once it is finalized: `charge_automatically` charges the customer's default payment method; `send_invoice`, the default, lets the customer pay on a page.",
    ),
  due_days: integerField(0, DUE_DAYS_MAX)
    .nullish()
    .describe('Days until the due date: 0 to 365. Default: the setting of the seller profile.'),
};
