import { z } from 'zod';
import { choice, instant, minorUnits, minorUnitsOrNull, objectOf } from './members.ts';

export const invoiceLineTypes = [
  'period',
  'proration',
  'unused_time',
  'credit_granted',
  'credit_applied',
  'tax',
  'item',
] as const;

const plainLineSchema = z.object({
  type: choice(invoiceLineTypes, 'What the line is about', {
    period: 'a whole period',
    proration: 'the rest of one at a new price',
    unused_time: 'credit for the rest at the old price',
    credit_granted: 'what of that is kept as credit for later invoices',
    credit_applied: 'what credit pays of this invoice',
    tax: 'tax that is added to the prices',
    item: 'something that is sold once',
  }),
  plan: z
    .string()
    .meta({ description: 'Id of the plan; empty where it is of none.', examples: ['pro_monthly'] }),
  quantity: z.int().describe('How many.'),
  unit_amount: minorUnits('Price of one'),
  amount: minorUnits('What it comes to on the invoice', 'Negative where it lowers what is owed.'),
  period_start: instant('Where the time begins that it is for (RFC 3339, UTC).'),
  period_end: instant('Where that time ends (RFC 3339, UTC).'),
  remaining_seconds: z
    .int()
    .nullable()
    .describe('How many seconds of the period remained; null where it is not of a rest.'),
  period_seconds: z
    .int()
    .nullable()
    .describe('Length of the whole period in seconds, as it was first invoiced; null likewise.'),
  description: z
    .string()
    .nullable()
    .optional()
    .describe('What people call the plan, the item or the tax; null where it has no such name.'),
  net_amount: minorUnitsOrNull(
    'What is taxed, without its tax',
    'Null on lines of tax and credit, and where nothing is taxed.',
  ).optional(),
  tax_amount: minorUnitsOrNull(
    'Its tax, within the amount or added by a line',
    'Null likewise.',
  ).optional(),
});

/** One line with everything its amount was computed from. */
export const invoiceLineSchema = plainLineSchema.meta({
  id: 'InvoiceLineSnapshot',
  description:
    'A line of an invoice in an event or a preview: with everything that its amount was computed from, and without an id.',
});

export const explainableLineSchema = plainLineSchema
  .extend({
    id: z.string().meta({
      description: 'Id of the line (`li_…`), by which `GET /v1/explain/{id}` explains it.',
    }),
    object: objectOf('invoice_line'),
  })
  .meta({
    id: 'InvoiceLine',
    description: 'A line of an invoice, with everything that its amount was computed from.',
  });

export type InvoiceLineResource = z.output<typeof invoiceLineSchema>;
