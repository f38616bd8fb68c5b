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

const termsSchema = z
  .object({
    plan: z.string().meta({ description: 'Id of the plan.', examples: ['pro_monthly'] }),
    quantity: z.int().describe('How many of it.'),
    unit_amount: minorUnits('Price of the plan for one period and a quantity of one'),
  })
  .meta({ id: 'SubscriptionTerms', description: 'A plan and how many of it.' });

const explainedLineSchema = z
  .object({
    id: z
      .string()
      .nullable()
      .describe('Id of the line (`li_…`); null where no invoice came of it.'),
    object: objectOf('explained_line'),
    type: z.enum(invoiceLineTypes).describe('What the line is about, as on the invoice.'),
    formula: z.string().meta({
      description: 'How the amount is computed, in the names of `inputs`.',
      examples: ['round(quantity × unit_amount × remaining_seconds / period_seconds)'],
    }),
    inputs: z
      .object({
        plan: z.string().describe('Id of the plan; empty where the line is of none.'),
        quantity: z.int().describe('How many of it.'),
        unit_amount: minorUnits('Price of one'),
        period_start: instant('Where the time begins that the line is for (RFC 3339, UTC).'),
        period_end: instant('Where it ends (RFC 3339, UTC).'),
        remaining_seconds: z
          .int()
          .nullable()
          .describe(
            'How many seconds of the period remained; null where the line is not of a rest.',
          ),
        period_seconds: z
          .int()
          .nullable()
          .describe('Length of that period in seconds, as it was first invoiced; null likewise.'),
        other_lines: minorUnitsOrNull(
          'Sum of the lines before it',
          'Null where the amount does not depend on them.',
        ),
        credit_balance: minorUnitsOrNull(
          'Credit of the payer when it was used',
          'Null where none was.',
        ),
        taxable: minorUnitsOrNull(
          'Prices that a tax is added to',
          'Null unless the line is of tax.',
        ),
        percentage: z
          .string()
          .nullable()
          .meta({
            description:
              'Rate of the tax in per cent, as a decimal; null unless the line is of tax.',
            examples: ['8.1'],
          }),
      })
      .describe('What the amount was computed from.'),
    rounding: choice(
      ['half_even', 'half_up', 'none'],
      'How what `round` is given becomes an integer',
      {
        half_even: 'halves go to the even one',
        half_up: 'halves go away from zero',
        none: 'nothing is rounded',
      },
    ),
    exact: z.string().meta({
      description: 'The amount before rounding, in fractions of integers.',
      examples: ['2500000000/2678400'],
    }),
    amount: minorUnits('The amount as it was charged'),
    recomputed_amount: minorUnits('The amount as it comes out when it is computed now'),
  })
  .meta({ id: 'ExplainedLine', description: 'How the amount of a line of an invoice came about.' });

/** Kinds of entries of the receivables ledger. */
export const bookEntryTypes = [
  'finalized',
  'paid',
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
    type: choice(bookEntryTypes, 'What happened', {
      finalized: 'the invoice was issued',
      paid: 'money came in',
      credit_returned: 'credit that had paid a part was returned',
      credited: 'a credit note was issued',
      voided: 'the invoice was voided',
      written_off: 'the seller no longer expects the rest',
      granted: 'unused time of it became credit by a later invoice',
      refunded: 'money was given back, or is on its way',
      withheld: 'a bank withholds money for a dispute',
      lost: 'a dispute was lost',
      recredited: 'the refund of a credit note failed, and its money became credit',
    }),
    amount: minorUnits('Amount of it', 'Negative where it undoes an earlier one.'),
    source_id: z
      .string()
      .nullable()
      .describe(
        'Credit note, refund, dispute or invoice that caused it; null for the invoice itself.',
      ),
    document: z.string().describe('Number of the document.'),
    occurred_at: instant('When it counts (RFC 3339, UTC).'),
    request_id: z
      .string()
      .nullable()
      .describe('The `Request-Id` that caused it; null where Florin acted by itself.'),
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
          .meta({ id: 'BookPosting', description: 'One side of an entry.' }),
      )
      .describe('Its sides, which add up to zero.'),
  })
  .meta({ id: 'BookEntry', description: 'An entry of the receivables ledger.' });

const schema = z.object({
  object: objectOf('explanation'),
  livemode,
  id: z
    .string()
    .describe(
      'Id of what is explained: of a line (`li_…`), a change (`chg_…`), an invoice or a credit note.',
    ),
  subject: choice(
    ['invoice_line', 'subscription_change', 'invoice', 'credit_note'],
    'What is explained',
    {
      invoice_line: 'a line of an invoice',
      subscription_change: 'a change of plan or quantity',
      invoice: 'an invoice, with all of its lines',
      credit_note: 'a credit note',
    },
  ),
  subscription_id: idOrNull(
    'subscription',
    'Subscription that it is of',
    'Null where the invoice is a one-off.',
  ),
  invoice_id: idOrNull(
    'invoice',
    'Invoice that it is on',
    'Null for a change that was not invoiced, or whose draft is gone since it was refused.',
  ),
  cause: z.string().meta({
    description: 'What was billed: `period:<n>`, `change:<id>`, or `manual`.',
    examples: ['period:3'],
  }),
  decided_at: instant(
    'When it was decided (RFC 3339, UTC), by the test clock of the subscription where that has one.',
  ),
  request: z
    .object({
      id: z.string().nullable().describe('Its `Request-Id`; null where Florin acted by itself.'),
      idempotency_key: z.string().nullable().describe('Its `Idempotency-Key`; null without one.'),
    })
    .describe('The request that asked for it.'),
  currency,
  amount: minorUnits('What was charged'),
  recomputed_amount: minorUnits(
    'What comes out when it is decided again now',
    'The same as `amount`, unless something is wrong.',
  ),
  change: z
    .object({
      direction: choice(['up', 'down', 'equal'], 'Where the change leads', {
        up: 'to a higher price of a year, or the same one at another interval',
        down: 'the other way',
        equal: 'neither differs',
      }),
      from: termsSchema.describe('What the subscription was.'),
      to: termsSchema.describe('What it was to become.'),
      period_start: instant('Beginning of the period that was running (RFC 3339, UTC).'),
      period_end: instant('End of that period (RFC 3339, UTC).'),
      priced_at: instant(
        'The instant whose price counts (RFC 3339, UTC): that of the quote, where there was one.',
      ),
      effective_at: instant('When the new terms count, or would have (RFC 3339, UTC).'),
      outcome: choice(
        ['applied', 'scheduled', 'refused', 'pending'],
        'What has become of the change',
        {
          applied: 'it was made',
          scheduled: 'it waits for the next period',
          refused: 'it could not be paid, and nothing has changed',
          pending: 'its charge has no outcome yet',
        },
      ),
    })
    .nullable()
    .describe('The change; null for all others.'),
  lines: z
    .array(explainedLineSchema)
    .describe(
      'The line, every line of the invoice, or those that the change was charged by; empty where nothing was, and for a credit note.',
    ),
  amounts: z
    .array(explainedAmountSchema)
    .describe(
      'Each amount of the invoice or of the credit note, in the order in which they follow from each other; empty for others.',
    ),
  entries: z
    .array(bookEntrySchema)
    .describe(
      'Entries of the receivables ledger, oldest first: the last 200 of an invoice; empty for others.',
    ),
  documents: z
    .array(documentSchema)
    .describe(
      'PDFs of the invoice or of the credit note that are kept, oldest first: at most 50, none until one was drawn; empty for others.',
    ),
});

export const explanationSchema = schema.meta({
  id: 'Explanation',
  description:
    'Why a line of an invoice, a change of a subscription, or each amount of an invoice or a credit note is what it is: formula, inputs, parts, and the amount computed anew.',
});

export type ExplanationResource = z.output<typeof explanationSchema>;
