import { z } from 'zod';
import { accountingSettingsSchema } from './accounting.ts';
import { accountId, choice, choiceText, livemode, objectOf } from './members.ts';
import { portalSettingsSchema } from './portal-session.ts';

/** Handling of an unknown `customer_id`: create the customer, or refuse. */
export const unknownCustomersChoices = ['create', 'refuse'] as const;

/** Limit of a schedule. The payment page of an invoice stays open that long. */
export const DUNNING_DAYS_MAX = 60;
export const DUNNING_STEPS_MAX = 10;

export const dunningFinalActions = ['cancel', 'pause', 'leave_active'] as const;

/** Description of the setting, also in requests. */
export const dunningFinalActionText = choiceText(
  'Action on the subscription of a customer after the last failed attempt or reminder',
  {
    cancel: 'the subscription ends and its invoice becomes uncollectible',
    pause:
      'the subscription pauses and its invoice stays open; it can be resumed after the invoice is paid',
    leave_active:
      'the subscription stays past due and its invoice open, without further attempts; no period starts until the invoice is paid, and those missed meanwhile are charged then',
  },
);

export const billingSettingsSchema = z
  .object({
    object: objectOf('billing_settings'),
    livemode,
    account_id: accountId,
    unknown_customers: choice(
      unknownCustomersChoices,
      'How a subscription for an unknown `customer_id` is handled. Default: refuse for live accounts, create for test accounts',
      {
        create: 'the customer is created with this `external_id`',
        refuse: 'the response is 404 and nothing is written',
      },
    ),
    cancel_address: z
      .string()
      .nullable()
      .meta({
        description:
          'Where customers cancel, shown on pages that save a card: an email address or an https URL; null if not set.',
        examples: ['https://shop.example/cancel'],
      }),
    dunning_days: z.array(z.number().int()).meta({
      description:
        'Days after the first failure on which a charge is retried, or a reminder of a sent invoice is mailed. `dunning_final_action` decides what the last failure does.',
      examples: [[1, 3, 5, 7]],
    }),
    dunning_final_action: z
      .enum(dunningFinalActions)
      .describe(
        `${dunningFinalActionText} Subscriptions that an account pays are always canceled.`,
      ),
    portal: portalSettingsSchema.describe('Settings of the customer portal.'),
    accounting: accountingSettingsSchema.describe(
      'Account numbers and DATEV settings for bookkeeping exports.',
    ),
  })
  .meta({
    id: 'BillingSettings',
    description: 'Billing settings of an account.',
  });

export type BillingSettingsResource = z.output<typeof billingSettingsSchema>;
