import { z } from 'zod';
import { portalSettingsSchema } from './portal-session.ts';

/** What becomes of a `customer_id` that names nobody: a customer is made, or nothing is done. */
export const unknownCustomersChoices = ['create', 'refuse'] as const;

/** What an account has chosen about its subscriptions. */
export const billingSettingsSchema = z.object({
  object: z.literal('billing_settings'),
  livemode: z.boolean(),
  account_id: z.string(),
  unknown_customers: z.enum(unknownCustomersChoices),
  /** Where its customers cancel: an email address or a page; null where nobody has said. */
  cancel_address: z.string().nullable(),
  /** What its customers may do at their portal. */
  portal: portalSettingsSchema,
});

export type BillingSettingsResource = z.output<typeof billingSettingsSchema>;
