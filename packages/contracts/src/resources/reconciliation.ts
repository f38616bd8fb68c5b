import { z } from 'zod';
import { choice, currency, idOrNull, livemode, minorUnits, objectOf } from './members.ts';

export const differenceKinds = ['unknown_here', 'amount_differs', 'missing_at_processor'] as const;

const amountsSchema = z
  .object({
    count: z.int().describe('How many lines the processor has settled.'),
    gross: minorUnits('What moved by them, before fees', 'What came in is positive.'),
  })
  .meta({ id: 'SettledAmounts', description: 'What a processor has settled of one kind.' });

const differenceSchema = z
  .object({
    kind: choice(differenceKinds, 'What is not as it should be', {
      unknown_here: 'the processor has moved what Florin does not know',
      amount_differs: 'both know it, with other amounts',
      missing_at_processor: 'Florin knows it, and the processor has settled nothing of it',
    }),
    processor_reference: z
      .string()
      .nullable()
      .describe('The processor’s name of what it is about; null where it has none.'),
    account_id: idOrNull('account', 'Account that it is of', 'Null where it is not known here.'),
    subject_id: z
      .string()
      .nullable()
      .describe(
        'Id of the payment, refund, dispute or payout (`pay_…`, `re_…`, `dp_…`, `po_…`); null where it is not known here.',
      ),
    expected: minorUnits('What Florin knows to have moved'),
    settled: minorUnits('What the processor says to have moved, in all of its lines about it'),
  })
  .meta({
    id: 'ReconciliationDifference',
    description: 'Something about which a processor and Florin do not agree.',
  });

export const reconciliationSchema = z
  .object({
    object: objectOf('reconciliation'),
    day: z.iso.date().describe('The day, in UTC (ISO 8601).'),
    processor: z.string().meta({ description: 'Who has settled it.', examples: ['stripe'] }),
    livemode,
    currency,
    status: choice(['open', 'balanced', 'different'], 'Whether both sides agree', {
      open: 'more may come, until six hours after the day',
      balanced: 'they do',
      different: 'they do not: see `differences`',
    }),
    charges: amountsSchema.describe('What customers have paid.'),
    refunds: amountsSchema.describe('What has gone back to payers.'),
    disputes: amountsSchema.describe('What banks have taken, or given back, for disputes.'),
    payouts: amountsSchema.describe('What was paid out to banks.'),
    adjustments: amountsSchema.describe('What the processor has booked by itself.'),
    fees: minorUnits('What the processor keeps'),
    net: minorUnits('Gross of all lines, less the fees'),
    difference_count: z.int().describe('How many differences there are.'),
    differences: z.array(differenceSchema).describe('The first hundred of them.'),
  })
  .meta({
    id: 'Reconciliation',
    description:
      'What a processor has settled on a day in one currency, beside what Florin knows of it. It is computed when it is asked for.',
  });

export type ReconciliationResource = z.output<typeof reconciliationSchema>;
