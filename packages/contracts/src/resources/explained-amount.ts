import { z } from 'zod';
import { choice, minorUnits, minorUnitsOrNull, objectOf } from './members.ts';
import { taxAmountSchema } from './parties.ts';

/** Amounts of invoices and credit notes that are sums; `taxes` is one of its members. */
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
      ['line', 'tax_rate', 'amount', 'credit_note', 'credit_returned', 'given_up'],
      'What the part comes from',
      {
        line: 'a line of the invoice',
        tax_rate: 'one of its taxes',
        amount: 'another amount that is explained here',
        credit_note: 'a credit note',
        credit_returned: 'credit that had paid a part was returned when the invoice was closed',
        given_up: 'the seller no longer expects this amount',
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
        description: 'Name of the amount or of the tax; null for others.',
        examples: ['subtotal'],
      }),
    percentage: z
      .string()
      .nullable()
      .meta({
        description: 'Rate of the tax in per cent, as a decimal; null for others.',
        examples: ['8.1'],
      }),
    taxable_amount: minorUnitsOrNull('What of the line the tax is on', 'Null unless it is of one.'),
    amount: minorUnits('What the part adds, negative where it takes away'),
  })
  .meta({ id: 'ExplainedPart', description: 'A part of an amount of an invoice or credit note.' });

export const explainedAmountSchema = z
  .object({
    object: objectOf('explained_amount'),
    name: z.enum(explainedAmounts).meta({
      description: 'Which amount it is, as the invoice or the credit note calls it.',
      examples: ['total'],
    }),
    rate: taxAmountSchema
      .nullable()
      .describe('The tax, as it stands in `taxes`; null for the other amounts.'),
    rounding: choice(['line', 'invoice', 'none'], 'Where halves of a minor unit went up', {
      line: 'on each line',
      invoice: 'once for the whole invoice, of which each line bears what it adds',
      none: 'nowhere: it is a sum',
    }),
    amount: minorUnits('The amount as it is shown'),
    recomputed_amount: minorUnits(
      'What its parts come to, reckoned once more',
      'The same as `amount`, unless something is wrong.',
    ),
    parts: z.array(partSchema).describe('What it is added up from; empty where it is nothing.'),
  })
  .meta({
    id: 'ExplainedAmount',
    description: 'How an amount of an invoice or a credit note came about.',
  });
