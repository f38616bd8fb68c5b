import { collectionMethods, taxBehaviors } from '@florin/contracts';
import { instantField, integerField, text } from '@florin/http-api';
import { AMOUNT_MINOR_MAX } from '@florin/money';
import { z } from 'zod';
import { supplyField, taxClassField } from '../tax/fields.ts';
import type { Item } from './model.ts';

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
      description: 'Goods or services that are sold.',
      examples: ['Consulting'],
    }),
    quantity: integerField(1, 1_000_000).default(1).describe('How many: 1 to 1000000.'),
    unit_amount: unitAmountField.describe(
      'Price of one, in minor units of the currency; negative for a discount.',
    ),
    tax_class: taxClassField.nullish().meta({
      description: 'Tax class whose rates apply; without it, `standard`.',
      examples: ['reduced'],
    }),
    supply: supplyField.nullish().meta({
      description: 'Whether services or goods are sold; without it, `services`.',
      examples: ['goods'],
    }),
    tax_behavior: z
      .enum(taxBehaviors)
      .nullish()
      .describe('Whether the price includes the tax; without it, as the seller profile says.'),
    period_start: instantField('from')
      .nullish()
      .describe('Begin of the time that the line covers (RFC 3339, or a day).'),
    period_end: instantField('from').nullish().describe('End of that time (RFC 3339, or a day).'),
  })
  .meta({ id: 'NewInvoiceLine', description: 'Something that is sold once.' })
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
    .describe('Lines that are sold: at most 500.'),
  memo: text(1_000).nullish().describe('Your text on the invoice: at most 1000 characters.'),
  collection_method: z
    .enum(collectionMethods)
    .nullish()
    .describe(
      'How it is collected once it is finalized: `charge_automatically` charges the default saved payment method of the customer; without it, `send_invoice`, the customer pays at its page.',
    ),
  due_days: integerField(0, DUE_DAYS_MAX)
    .nullish()
    .describe('Days that the customer has to pay it: 0 to 365; without them, as the profile says.'),
};
