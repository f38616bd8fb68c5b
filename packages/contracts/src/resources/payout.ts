import { z } from 'zod';

export const payoutStatuses = ['pending', 'paid', 'failed'] as const;

/** Money of an account on its way to its bank. Amounts are minor units. */
export const payoutSchema = z.object({
  id: z.string(),
  object: z.literal('payout'),
  livemode: z.boolean(),
  account_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(payoutStatuses),
  /** Who pays it out. */
  processor: z.string(),
  reference: z.string().nullable(),
  metadata: z.record(z.string(), z.json()),
  /** Why it failed, in the processor's words. */
  failure_reason: z.string().optional(),
  /** What took the money from the account. */
  transaction_id: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export type PayoutResource = z.output<typeof payoutSchema>;
