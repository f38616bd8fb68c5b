import { z } from 'zod';

/** What a customer has saved to be charged by again. */
export const paymentMethodSchema = z.object({
  id: z.string(),
  object: z.literal('payment_method'),
  livemode: z.boolean(),
  account_id: z.string(),
  customer_id: z.string(),
  processor: z.string(),
  /** What is known of the card; null for what is none. */
  card: z
    .object({
      brand: z.string(),
      last4: z.string(),
      /** 1 to 12; null where the processor does not say. */
      exp_month: z.int().nullable(),
      exp_year: z.int().nullable(),
    })
    .nullable(),
  /** Whether renewals are charged by it. */
  is_default: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export type PaymentMethodResource = z.output<typeof paymentMethodSchema>;
