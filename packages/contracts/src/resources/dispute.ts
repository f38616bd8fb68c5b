import { z } from 'zod';

export const disputeStatuses = ['needs_response', 'under_review', 'won', 'lost'] as const;

/** A payment that its payer disputes at their bank. Amounts are minor units. */
export const disputeSchema = z.object({
  id: z.string(),
  object: z.literal('dispute'),
  livemode: z.boolean(),
  account_id: z.string(),
  payment_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(disputeStatuses),
  /** The bank's, as the processor tells it. */
  reason: z.string(),
  /** What the processor takes for it, whoever wins. */
  fee: z.int(),
  /** Set aside of the account's money so far: less than the amount while the account has less. */
  withheld: z.int(),
  /** Until when evidence is taken; null when it no longer is. */
  evidence_due_at: z.iso.datetime().nullable(),
  evidence_submitted_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export type DisputeResource = z.output<typeof disputeSchema>;
