import { z } from 'zod';
import { documentSchema } from './document.ts';
import { explainedAmountSchema } from './explained-amount.ts';
import { invoiceLineTypes } from './invoice-line.ts';
import {
  choice,
  currency,
  idOrNull,
  instant,
  livemode,
  minorUnits,
  minorUnitsOrNull,
  objectOf,
} from './members.ts';
import { unitPriceMembers } from './unit-price.ts';

const termsSchema = z
  .object({
    plan: z.string().meta({ description: 'Id of the plan.', examples: ['pro_monthly'] }),
    quantity: z.int().describe('Quantity of the plan.'),
    ...unitPriceMembers,
    items: z
      .array(
        z
          .object({
            plan: z.string().describe('Id of the plan.'),
            quantity: z.int().describe('Quantity of the plan.'),
            ...unitPriceMembers,
          })
          .meta({ id: 'SubscriptionTermsItem', description: 'A plan and its quantity.' }),
      )
      .describe('All items, the plan first.'),
  })
  .meta({ id: 'SubscriptionTerms', description: 'The items of a subscription.' });

const explainedLineSchema = z
  .object({
    id: z.string().nullable().describe('Id of the line (`li_…`); null if there was no invoice.'),
    object: objectOf('explained_line'),
    type: z.enum(invoiceLineTypes).describe('Type of the line, as on the invoice.'),
    formula: z.string().meta({
      description: 'Formula of the amount, in the names of `inputs`.',
      examples: ['round(quantity × unit_amount × remaining_seconds / period_seconds)'],
    }),
    inputs: z
      .object({
        plan: z.string().describe('Id of the plan; empty if the line has none.'),
        quantity: z.int().describe('Quantity of the plan.'),
        ...unitPriceMembers,
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
            'Length of that period in seconds, as first invoiced; null if the line is not prorated.',
          ),
        other_lines: minorUnitsOrNull(
          'Sum of the earlier lines; of a discount, the rest of the line that it reduces',
          'Null where the amount does not depend on them.',
        ),
        credit_balance: minorUnitsOrNull(
          'Credit of the payer when it was applied',
          'Null where none was.',
        ),
        taxable: minorUnitsOrNull(
          'Amount that the tax is calculated on',
          'Null unless it is a tax line.',
        ),
        percentage: z
          .string()
          .nullable()
          .meta({
            description:
              'Tax rate or discount in percent, as a decimal; null unless it is a line of tax or of such a discount.',
            examples: ['8.1'],
          }),
      })
      .describe('Inputs of the calculation.'),
    rounding: choice(['half_even', 'half_up', 'none'], 'Rounding of `round`', {
      half_even: 'half to even',
      half_up: 'half away from zero',
      none: 'no rounding',
    }),
    exact: z.string().meta({
      description: 'Amount before rounding, as an integer fraction.',
      examples: ['2500000000/2678400'],
    }),
    amount: minorUnits('Amount as charged'),
    recomputed_amount: minorUnits('Amount as calculated now'),
  })
  .meta({ id: 'ExplainedLine', description: 'The calculation of an invoice line.' });

/** Types of receivables ledger entries. */
export const bookEntryTypes = [
  'finalized',
  'paid',
  'overpaid',
  'credit_returned',
  'credited',
  'voided',
  'written_off',
  'granted',
  'refunded',
  'withheld',
  'lost',
  'recredited',
] as const;

const bookEntrySchema = z
  .object({
    object: objectOf('book_entry'),
    type: choice(bookEntryTypes, 'Type of the entry', {
      finalized: 'the invoice was issued',
      paid: 'a payment was received',
      overpaid: 'a payment exceeded the amount due, and the surplus became credit',
      credit_returned: 'applied credit was returned',
      credited: 'a credit note was issued',
      voided: 'the invoice was voided',
      written_off: 'the rest was written off',
      granted: 'unused time became credit by a later invoice',
      refunded: 'a refund was made or is pending',
      withheld: 'a bank withholds money for a dispute',
      lost: 'a dispute was lost',
      recredited: 'the refund of a credit note failed and became credit',
    }),
    amount: minorUnits('Amount of the entry', 'Negative where it undoes an earlier one.'),
    source_id: z
      .string()
      .nullable()
      .describe(
        'Credit note, refund, dispute or invoice that caused it; null for the invoice itself.',
      ),
    document: z.string().describe('Number of the document.'),
    occurred_at: instant('Effective time (RFC 3339, UTC).'),
    request_id: z
      .string()
      .nullable()
      .describe('`Request-Id` of the request that caused it; null if Florin acted by itself.'),
    postings: z
      .array(
        z
          .object({
            account_name: z.string().meta({
              description: 'Account of the receivables ledger.',
              examples: ['receivables'],
            }),
            amount: minorUnits('Debits are positive, credits negative'),
          })
          .meta({ id: 'BookPosting', description: 'A posting of an entry.' }),
      )
      .describe('Postings of the entry; they sum to zero.'),
  })
  .meta({ id: 'BookEntry', description: 'An entry of the receivables ledger.' });

const schema = z.object({
  object: objectOf('explanation'),
  livemode,
  id: z
    .string()
    .describe(
      'Id of the explained object: a line (`li_…`), a change (`chg_…`), an invoice or a credit note.',
    ),
  subject: choice(
    ['invoice_line', 'subscription_change', 'invoice', 'credit_note'],
    'Type of the explained object',
    {
      invoice_line: 'a line of an invoice',
      subscription_change: 'a change of the items of a subscription',
      invoice: 'an invoice with all of its lines',
      credit_note: 'a credit note',
    },
  ),
  subscription_id: idOrNull(
    'subscription',
    'Subscription of the object',
    'Null where the invoice is a one-off.',
  ),
  invoice_id: idOrNull(
    'invoice',
    'Invoice of the object',
    'Null for a change that was not invoiced, or whose draft was deleted because the change was refused.',
  ),
  cause: z.string().meta({
    description: 'Purpose of the invoice: `period:<n>`, `change:<id>` or `manual`.',
    examples: ['period:3'],
  }),
  decided_at: instant(
    'Time of the decision (RFC 3339, UTC), by the test clock of the subscription if it has one.',
  ),
  request: z
    .object({
      id: z.string().nullable().describe('Its `Request-Id`; null if Florin acted by itself.'),
      idempotency_key: z.string().nullable().describe('Its `Idempotency-Key`; null if none.'),
    })
    .describe('The request that caused the change.'),
  currency,
  amount: minorUnits('Amount charged'),
  recomputed_amount: minorUnits(
    'Amount as calculated now',
    'Equal to `amount` unless there is an error.',
  ),
  change: z
    .object({
      direction: choice(['up', 'down', 'equal'], 'Direction of the change', {
        up: 'to a higher price per year, or the same price at another interval',
        down: 'to a lower price per year',
        equal: 'neither differs',
      }),
      from: termsSchema.describe('Terms before the change.'),
      to: termsSchema.describe('Terms after the change.'),
      period_start: instant('Start of the current period at that time (RFC 3339, UTC).'),
      period_end: instant('End of that period (RFC 3339, UTC).'),
      priced_at: instant(
        'Time used for pricing (RFC 3339, UTC): the time of the quote, if there was one.',
      ),
      effective_at: instant('When the new terms take effect, or would have (RFC 3339, UTC).'),
      outcome: choice(['applied', 'scheduled', 'refused', 'pending'], 'Outcome of the change', {
        applied: 'the change was made',
        scheduled: 'the change takes effect with the next period',
        refused: 'the payment failed and nothing changed',
        pending: 'the charge has no result yet',
      }),
    })
    .nullable()
    .describe('The change; null for other objects.'),
  lines: z
    .array(explainedLineSchema)
    .describe(
      'The line, all lines of the invoice, or the lines charged for the change; empty if there are none, and for a credit note.',
    ),
  amounts: z
    .array(explainedAmountSchema)
    .describe(
      'Amounts of the invoice or the credit note, in order of calculation; empty for other objects.',
    ),
  entries: z
    .array(bookEntrySchema)
    .describe(
      'Entries of the receivables ledger, oldest first: the last 200 of an invoice; empty for other objects.',
    ),
  documents: z
    .array(documentSchema)
    .describe(
      'Stored PDFs of the invoice or the credit note, oldest first: at most 50; empty for other objects.',
    ),
});

export const explanationSchema = schema.meta({
  id: 'Explanation',
  description:
    'Explains a line of an invoice, a change of a subscription, or the amounts of an invoice or a credit note: formula, inputs, parts, and the amount calculated again.',
});

export type ExplanationResource = z.output<typeof explanationSchema>;
