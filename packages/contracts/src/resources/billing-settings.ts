import { z } from 'zod';
import { accountingSettingsSchema } from './accounting.ts';
import { accountId, choice, livemode, objectOf } from './members.ts';
import { portalSettingsSchema } from './portal-session.ts';

/** What becomes of a `customer_id` that names nobody: a customer is made, or nothing is done. */
export const unknownCustomersChoices = ['create', 'refuse'] as const;

/** Bounds of a schedule: the page of an invoice stays open for all of it. */
export const DUNNING_DAYS_MAX = 60;
export const DUNNING_STEPS_MAX = 10;

export const billingSettingsSchema = z
  .object({
    object: objectOf('billing_settings'),
    livemode,
    account_id: accountId,
    unknown_customers: choice(
      unknownCustomersChoices,
      'How a subscription for an unknown `customer_id` is handled. Until the account chooses, live accounts refuse and test accounts create',
      {
        create: 'the customer is created, with it as `external_id`',
        refuse: 'the response is 404 and nothing is written',
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
    dunning_days: z.array(z.number().int()).meta({
      description:
        'How many days after the first failure a charge is tried again, or the customer of a sent invoice reminded; when the last one fails too, the subscription ends and its invoice is uncollectible.',
      examples: [[1, 3, 5, 7]],
    }),
    portal: portalSettingsSchema.describe('What customers may do at their portal.'),
    accounting: accountingSettingsSchema.describe(
      'Account numbers and DATEV settings, which exports for a bookkeeper use.',
    ),
  })
  .meta({
    id: 'BillingSettings',
    description: 'What an account has chosen about its subscriptions and customers.',
  });

export type BillingSettingsResource = z.output<typeof billingSettingsSchema>;
