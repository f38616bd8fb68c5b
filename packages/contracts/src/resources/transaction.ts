import { z } from 'zod';
import { withFormerNames } from '../former-names.ts';

export const transactionTypes = ['payment', 'credit', 'refund'] as const;
export const transactionStatuses = ['pending', 'succeeded', 'failed', 'canceled'] as const;

export const transactionFormerNames = { refund_of: 'refund_of_id' } as const;

const schema = z.object({
  id: z.string(),
  object: z.literal('transaction'),
  livemode: z.boolean(),
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
  /** Of a refund that is tied to a payment. */
  refund_of_id: z.string().optional(),
  failure_reason: z.string().optional(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime().optional(),
  canceled_at: z.iso.datetime().optional(),
});

/** A transaction as clients see it. Amounts are minor units. */
export const transactionSchema = withFormerNames(schema, transactionFormerNames);

export type TransactionResource = z.output<typeof transactionSchema>;
