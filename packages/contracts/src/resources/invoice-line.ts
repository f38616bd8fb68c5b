import { z } from 'zod';
import { choice, idOf, instant, minorUnits, minorUnitsOrNull, objectOf } from './members.ts';
import { unitPriceMembers } from './unit-price.ts';

export const invoiceLineTypes = [
  'period',
  'proration',
  'unused_time',
  'credit_granted',
  'credit_applied',
  'tax',
  'item',
  'discount',
] as const;

const lineDiscountSchema = z
  .object({
    coupon_id: idOf('coupon', 'Coupon'),
    name: z.string().nullable().describe('Name of the coupon; null if none.'),
    percent_off: z
      .string()
      .nullable()
      .meta({
        description: 'Discount in percent, as a decimal; null with `amount_off`.',
        examples: ['12.5'],
      }),
    amount_off: minorUnitsOrNull(
      'Discount on the whole invoice, of which the line has a share',
      'Null with `percent_off`.',
    ),
  })
  .meta({ id: 'LineDiscount', description: 'The coupon that reduces an invoice line.' });

const plainLineSchema = z.object({
  type: choice(invoiceLineTypes, 'Type of the line', {
    period: 'a whole period',
    proration: 'the rest of a period at a new price',
    unused_time: 'credit for the rest of a period at the old price',
    credit_granted: 'the part of that which becomes credit for later invoices',
    credit_applied: 'credit applied to this invoice',
    tax: 'tax added to the prices',
    item: 'a one-off item',
    discount: 'the discount of a coupon on the line before it',
  }),
  plan: z
    .string()
    .meta({ description: 'Id of the plan; empty if none.', examples: ['pro_monthly'] }),
  quantity: z.int().describe('Quantity.'),
  ...unitPriceMembers,
  amount: minorUnits('Amount on the invoice', 'Negative where it lowers what is owed.'),
  period_start: instant('Start of the time that the line covers (RFC 3339, UTC).'),
  period_end: instant('End of that time (RFC 3339, UTC).'),
  remaining_seconds: z
    .int()
    .nullable()
    .describe('Remaining seconds of the period; null if the line is not prorated.'),
  period_seconds: z
    .int()
    .nullable()
    .describe(
      'Length of the whole period in seconds, as first invoiced; null if the line is not prorated.',
    ),
  description: z
    .string()
    .nullable()
    .optional()
    .describe('Name of the plan, the item or the tax; null if none.'),
  discount: lineDiscountSchema
    .nullable()
    .optional()
    .describe(
      'The coupon of a line of type `discount`; null on other lines. Absent in old events.',
    ),
  net_amount: minorUnitsOrNull(
    'Taxable amount, without tax',
    'Null on lines of tax and credit, and where nothing is taxed.',
  ).optional(),
  tax_amount: minorUnitsOrNull(
    'Tax, within the amount or added by a tax line',
    'Null on the same lines as `net_amount`.',
  ).optional(),
});

/** A line with all inputs of its amount. */
export const invoiceLineSchema = plainLineSchema.meta({
  id: 'InvoiceLineSnapshot',
  description:
    'An invoice line in an event or a preview, with all inputs of its amount, but without an id.',
});

export const explainableLineSchema = plainLineSchema
  .extend({
    id: z.string().meta({
      description: 'Id of the line (`li_…`); `GET /v1/explain/{id}` explains it.',
    }),
    object: objectOf('invoice_line'),
  })
  .meta({
    id: 'InvoiceLine',
    description: 'An invoice line, with all inputs of its amount.',
  });

export type InvoiceLineResource = z.output<typeof invoiceLineSchema>;
