import { z } from 'zod';
import { choice, minorUnits, minorUnitsOrNull, objectOf } from './members.ts';
import { taxAmountSchema } from './parties.ts';

/** Amounts of invoices and credit notes that are sums; `taxes` is one of them. */
export const explainedAmounts = [
  'subtotal',
  'taxes',
  'tax',
  'total',
  'amount_due',
  'amount_credited',
  'amount_paid',
  'amount_remaining',
] as const;

const partSchema = z
  .object({
    type: choice(
      [
        ...(['line', 'tax_rate', 'amount', 'credit_note', 'credit_returned', 'given_up'] as const),
        ...(['payment', 'overpaid'] as const),
      ],
      'Type of the part',
      {
        line: 'a line of the invoice',
        tax_rate: 'a tax of the invoice',
        amount: 'another explained amount',
        credit_note: 'a credit note',
        credit_returned: 'applied credit that was returned when the invoice was closed',
        given_up: 'an amount that was written off',
        payment: 'a payment, with its surplus',
        overpaid: 'the surplus of a payment, which became credit',
      },
    ),
    source_id: z
      .string()
      .nullable()
      .describe('Id of the line (`li_…`) or of the credit note (`cn_…`); null for others.'),
    name: z
      .string()
      .nullable()
      .meta({
        description:
          'Name of the amount or of the tax, or the reference of a payment; null for others.',
        examples: ['subtotal'],
      }),
    percentage: z
      .string()
      .nullable()
      .meta({
        description: 'Tax rate in percent, as a decimal; null for others.',
        examples: ['8.1'],
      }),
    taxable_amount: minorUnitsOrNull('Taxable part of the line', 'Null for lines without tax.'),
    amount: minorUnits('Contribution of the part, negative for deductions'),
  })
  .meta({ id: 'ExplainedPart', description: 'A part of an amount of an invoice or credit note.' });

export const explainedAmountSchema = z
  .object({
    object: objectOf('explained_amount'),
    name: z.enum(explainedAmounts).meta({
      description: 'Name of the amount on the invoice or credit note.',
      examples: ['total'],
    }),
    rate: taxAmountSchema.nullable().describe('The tax, as in `taxes`; null for other amounts.'),
    rounding: choice(['line', 'invoice', 'none'], 'Where the tax is rounded half up', {
      line: 'on each line',
      invoice: 'once for the whole invoice; each line has its share',
      none: 'nowhere: the amount is a sum',
    }),
    amount: minorUnits('Amount as shown'),
    recomputed_amount: minorUnits(
      'Sum of the parts, computed again',
      'Equal to `amount` unless there is an error.',
    ),
    parts: z.array(partSchema).describe('Parts of the amount; empty if it is zero.'),
  })
  .meta({
    id: 'ExplainedAmount',
    description: 'The calculation of an amount of an invoice or a credit note.',
  });
