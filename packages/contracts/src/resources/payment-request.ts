import { z } from 'zod';

export const paymentRequestStatuses = ['pending', 'succeeded', 'failed', 'canceled'] as const;

/**
 * A payment request as events carry it. Amounts are minor units. The link to its page is left out:
 * whoever has it may pay, so it belongs in no log.
 */
export const paymentRequestSchema = z.object({
  id: z.string(),
  object: z.literal('payment'),
  livemode: z.boolean(),
  account_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(paymentRequestStatuses),
  customer_email: z.string(),
  reference: z.string().nullable(),
  metadata: z.record(z.string(), z.json()),
  expires_at: z.iso.datetime(),
  /** The credit of what was paid; present once it has succeeded. */
  transaction_id: z.string().optional(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime().optional(),
});

/** A payment request as clients see it: with the address of its page. */
export const linkedPaymentRequestSchema = paymentRequestSchema.extend({
  payment_url: z.string(),
  /** Where its page leads back to. */
  return_url: z.string().nullable(),
});

export type PaymentRequestResource = z.output<typeof paymentRequestSchema>;
export type LinkedPaymentRequestResource = z.output<typeof linkedPaymentRequestSchema>;
