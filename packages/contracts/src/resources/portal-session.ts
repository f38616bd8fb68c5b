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

/** How a customer may end a subscription by themselves. */
export const portalCancelChoices = ['off', 'at_period_end', 'now'] as const;

export const portalSettingsSchema = z
  .object({
    details: z
      .boolean()
      .describe('Whether they may change their name, company, address and tax id.'),
    cancel: choice(portalCancelChoices, 'How they may cancel a subscription', {
      off: 'not there',
      at_period_end: 'with the end of what is paid',
      now: 'at once',
    }),
    plans: z.array(z.string()).meta({
      description:
        'Ids of the plans among which they may change a subscription; empty where they keep what they have.',
      examples: [['basic_monthly', 'pro_monthly']],
    }),
  })
  .meta({
    id: 'PortalSettings',
    description: 'What customers may do by themselves at their portal.',
  });

export const portalSessionSchema = z
  .object({
    id: ownId('portalSession', 'session'),
    object: objectOf('portal_session'),
    livemode,
    account_id: accountId,
    customer_id: idOf('customer', 'Whose portal it opens'),
    url: z
      .string()
      .describe(
        'Address of the portal. Whoever knows it acts as the customer, until it expires or is ended.',
      ),
    return_url: z
      .string()
      .nullable()
      .describe('Where the portal leads back to; null where it does not.'),
    expires_at: instant('Until when the address works (RFC 3339, UTC).'),
    created_at: createdAt,
  })
  .meta({
    id: 'PortalSession',
    description: 'A link by which a customer opens their portal without a login.',
  });

export type PortalSessionResource = z.output<typeof portalSessionSchema>;
