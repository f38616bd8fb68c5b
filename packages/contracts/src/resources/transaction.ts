import { z } from 'zod';

export const transactionTypes = ['payment', 'credit', 'refund'] as const;
export const transactionStatuses = ['pending', 'succeeded', 'failed', 'canceled'] as const;

/** A transaction as clients see it. Amounts are minor units. */
export const transactionSchema = z.object({
  id: z.string(),
  account_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  type: z.enum(transactionTypes),
  status: z.enum(transactionStatuses),
  reference: z.string().nullable(),
  metadata: z.record(z.string(), z.json()),
  capture: z.enum(['automatic', 'manual']).optional(),
  captured_amount: z.int().optional(),
  refunded_amount: z.int().optional(),
  refund_of: z.string().optional(),
  failure_reason: z.string().optional(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime().optional(),
  canceled_at: z.iso.datetime().optional(),
});

export type TransactionResource = z.output<typeof transactionSchema>;
