import { z } from 'zod';
import { choice, currency, idOrNull, livemode, minorUnits, objectOf } from './members.ts';

export const differenceKinds = ['unknown_here', 'amount_differs', 'missing_at_processor'] as const;

const amountsSchema = z
  .object({
    count: z.int().describe('Number of settlement lines.'),
    gross: minorUnits('Total moved, before fees', 'Positive for money received.'),
  })
  .meta({ id: 'SettledAmounts', description: 'Settlement totals of one kind.' });

const differenceSchema = z
  .object({
    kind: choice(differenceKinds, 'Type of the difference', {
      unknown_here: 'the processor moved money that Florin does not know',
      amount_differs: 'the amounts differ',
      missing_at_processor: 'the processor did not settle what Florin recorded',
    }),
    processor_reference: z
      .string()
      .nullable()
      .describe('Id of the object at the processor; null if none.'),
    account_id: idOrNull('account', 'Account of the object', 'Null where it is not known here.'),
    subject_id: z
      .string()
      .nullable()
      .describe(
        'Id of the payment, refund, dispute or payout (`pay_…`, `re_…`, `dp_…`, `po_…`); null if Florin does not know it.',
      ),
    expected: minorUnits('Amount that Florin recorded'),
    settled: minorUnits('Amount that the processor settled, over all lines of the object'),
  })
  .meta({
    id: 'ReconciliationDifference',
    description: 'A difference between a processor and Florin.',
  });

export const reconciliationSchema = z
  .object({
    object: objectOf('reconciliation'),
    day: z.iso.date().describe('The day, in UTC (ISO 8601).'),
    processor: z
      .string()
      .meta({ description: 'Processor of the settlement.', examples: ['stripe'] }),
    livemode,
    currency,
    status: choice(['open', 'balanced', 'different'], 'Result of the comparison', {
      open: 'more lines may arrive, until six hours after the day',
      balanced: 'both sides agree',
      different: 'the sides differ: see `differences`',
    }),
    charges: amountsSchema.describe('Customer payments.'),
    refunds: amountsSchema.describe('Refunds to payers.'),
    disputes: amountsSchema.describe('Money that banks took, or returned, for disputes.'),
    payouts: amountsSchema.describe('Payouts to banks.'),
    adjustments: amountsSchema.describe('Adjustments by the processor.'),
    fees: minorUnits('Fees of the processor'),
    net: minorUnits('Gross of all lines, less fees'),
    difference_count: z.int().describe('Number of differences.'),
    differences: z.array(differenceSchema).describe('The first hundred differences.'),
  })
  .meta({
    id: 'Reconciliation',
    description:
      'The settlements of a processor for one day and currency, compared with Florin. Calculated on request.',
  });

export type ReconciliationResource = z.output<typeof reconciliationSchema>;
