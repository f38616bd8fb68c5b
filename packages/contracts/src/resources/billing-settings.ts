import { z } from 'zod';
import { accountId, choice, livemode, objectOf } from './members.ts';
import { portalSettingsSchema } from './portal-session.ts';

/** What becomes of a `customer_id` that names nobody: a customer is made, or nothing is done. */
export const unknownCustomersChoices = ['create', 'refuse'] as const;

export const billingSettingsSchema = z
  .object({
    object: objectOf('billing_settings'),
    livemode,
    account_id: accountId,
    unknown_customers: choice(
      unknownCustomersChoices,
      'What becomes of a subscription for a `customer_id` that names nobody',
      {
        create: 'the customer is made, with it as `external_id`',
        refuse: 'the answer is 404 and nothing is done',
      },
    ),
    cancel_address: z
      .string()
      .nullable()
      .meta({
        description:
          'Where customers cancel, as pages say on which a card is saved: an email address, or a page by https; null where nobody has said.',
        examples: ['https://shop.example/cancel'],
      }),
    portal: portalSettingsSchema.describe('What customers may do at their portal.'),
  })
  .meta({
    id: 'BillingSettings',
    description: 'What an account has chosen about its subscriptions and customers.',
  });

export type BillingSettingsResource = z.output<typeof billingSettingsSchema>;
