import { z } from 'zod';
import {
  accountId,
  choice,
  createdAt,
  idOf,
  instant,
  livemode,
  objectOf,
  ownId,
} from './members.ts';

/** How customers may cancel a subscription in the portal. */
export const portalCancelChoices = ['off', 'at_period_end', 'now'] as const;

export const portalSettingsSchema = z
  .object({
    details: z
      .boolean()
      .describe('Whether customers may change their name, company, address and tax id.'),
    cancel: choice(portalCancelChoices, 'How customers may cancel a subscription', {
      off: 'not in the portal',
      at_period_end: 'at the end of the paid period',
      now: 'at once',
    }),
    plans: z.array(z.string()).meta({
      description: 'Ids of the plans that customers may switch to; empty if they cannot switch.',
      examples: [['basic_monthly', 'pro_monthly']],
    }),
  })
  .meta({
    id: 'PortalSettings',
    description: 'Self-service settings of the customer portal.',
  });

export const portalSessionSchema = z
  .object({
    id: ownId('portalSession', 'session'),
    object: objectOf('portal_session'),
    livemode,
    account_id: accountId,
    customer_id: idOf('customer', 'Customer of the portal'),
    url: z
      .string()
      .describe(
        'URL of the portal. Anyone with the URL can act as the customer until the session expires or is ended.',
      ),
    return_url: z.string().nullable().describe('Return URL of the portal; null if none.'),
    expires_at: instant('When the URL expires (RFC 3339, UTC).'),
    created_at: createdAt,
  })
  .meta({
    id: 'PortalSession',
    description: "A link that opens a customer's portal without a login.",
  });

export type PortalSessionResource = z.output<typeof portalSessionSchema>;
