import { z } from 'zod';

/** How a customer may end a subscription by themselves. */
export const portalCancelChoices = ['off', 'at_period_end', 'now'] as const;

/** What customers may do at their portal. */
export const portalSettingsSchema = z.object({
  /** Whether they may change name, company, address and tax id. */
  details: z.boolean(),
  cancel: z.enum(portalCancelChoices),
  /** Among which plans they may change; none lets them keep what they have. */
  plans: z.array(z.string()),
});

/** A link by which a customer opens their portal without a login. */
export const portalSessionSchema = z.object({
  id: z.string(),
  object: z.literal('portal_session'),
  livemode: z.boolean(),
  account_id: z.string(),
  customer_id: z.string(),
  /** Whoever knows it acts as the customer, until it expires or is ended. */
  url: z.string(),
  /** Where the portal leads back to; null where it does not. */
  return_url: z.string().nullable(),
  expires_at: z.iso.datetime(),
  created_at: z.iso.datetime(),
});

export type PortalSessionResource = z.output<typeof portalSessionSchema>;
