import { z } from 'zod';

export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;

/** Money of a payment on its way back to its payer. Amounts are minor units. */
export const refundSchema = z.object({
  id: z.string(),
  object: z.literal('refund'),
  livemode: z.boolean(),
  account_id: z.string(),
  payment_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(refundStatuses),
  reason: z.string().nullable(),
  metadata: z.record(z.string(), z.json()),
  /** Why it failed, in the processor's words. */
  failure_reason: z.string().optional(),
  /** What took the money from the account. */
  transaction_id: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export type RefundResource = z.output<typeof refundSchema>;
