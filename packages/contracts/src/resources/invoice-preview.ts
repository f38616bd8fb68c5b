import { z } from 'zod';
import { invoiceLineSchema } from './invoice-line.ts';
import {
  currency,
  idOrNull,
  instant,
  instantOrNull,
  livemode,
  minorUnits,
  objectOf,
} from './members.ts';
import { taxAmountSchema } from './parties.ts';
import { planIdOptional, priceIdOptional, sentPlan, subscriptionItems } from './plan.ts';

const quotedSchema = z.object({
  object: objectOf('preview'),
  livemode,
  quote_id: idOrNull(
    'quote',
    'Quote for making the change at this price',
    'Null for a new subscription.',
  ),
  subscription_id: idOrNull(
    'subscription',
    'Subscription that would change',
    'Null for a new one.',
  ),
  plan: sentPlan,
  plan_id: planIdOptional,
  price_id: priceIdOptional,
  quantity: z.int().describe('Quantity of the plan.'),
  items: subscriptionItems,
  amount_due: minorUnits('Amount due now'),
  tax: minorUnits('Tax on the purchase, before credit is applied'),
  taxes: z.array(taxAmountSchema).describe('That tax, by rate.'),
  currency,
  lines: z
    .array(invoiceLineSchema)
    .describe('Lines of the resulting invoice; empty if there would be none.'),
  effective_at: instant(
    'When the items would take effect (RFC 3339, UTC): now, or with the next period.',
  ),
  expires_at: instantOrNull(
    'When the quote expires (RFC 3339, UTC), by the clock of the subscription: after ten minutes; null if there is none.',
  ),
});

export const previewSchema = quotedSchema.meta({
  id: 'InvoicePreview',
  description: 'The cost of a change or a new subscription, calculated like the change itself.',
});

export type PreviewResource = z.output<typeof previewSchema>;
