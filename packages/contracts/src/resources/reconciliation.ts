import { z } from 'zod';

export const differenceKinds = ['unknown_here', 'amount_differs', 'missing_at_processor'] as const;

const amountsSchema = z.object({ count: z.int(), gross: z.int() });

/**
 * What a processor has settled on a day, beside what Florin knows of it. Amounts are minor units: what
 * came in is positive.
 */
export const reconciliationSchema = z.object({
  object: z.literal('reconciliation'),
  /** A day of UTC. */
  day: z.iso.date(),
  processor: z.string(),
  livemode: z.boolean(),
  currency: z.string(),
  /** `open` while more may come: the day is not over, or not long enough ago. */
  status: z.enum(['open', 'balanced', 'different']),
  charges: amountsSchema,
  refunds: amountsSchema,
  disputes: amountsSchema,
  payouts: amountsSchema,
  adjustments: amountsSchema,
  /** What the processor keeps. */
  fees: z.int(),
  /** Gross without the fees. */
  net: z.int(),
  difference_count: z.int(),
  /** The first hundred. */
  differences: z.array(
    z.object({
      kind: z.enum(differenceKinds),
      /** The processor's name of what it is about. */
      processor_reference: z.string().nullable(),
      account_id: z.string().nullable(),
      /** Of the payment, refund, dispute or payout; null where it is not known here. */
      subject_id: z.string().nullable(),
      /** What Florin knows to have moved. */
      expected: z.int(),
      /** What the processor says to have moved, in all of its lines about it. */
      settled: z.int(),
    }),
  ),
});

export type ReconciliationResource = z.output<typeof reconciliationSchema>;
