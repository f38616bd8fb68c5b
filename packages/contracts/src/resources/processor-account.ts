import { z } from 'zod';

/** The account that somebody has at a processor themselves, at which their customers pay. */
export const processorAccountSchema = z.object({
  id: z.string(),
  object: z.literal('processor_account'),
  livemode: z.boolean(),
  account_id: z.string(),
  processor: z.string(),
  /** The processor's own name for it: `acct_…` at Stripe. */
  reference: z.string(),
  created_at: z.iso.datetime(),
});

export type ProcessorAccountResource = z.output<typeof processorAccountSchema>;
