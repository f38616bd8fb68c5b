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
import { planIdOptional, sentPlan } from './plan.ts';

const quotedSchema = z.object({
  object: objectOf('preview'),
  livemode,
  quote_id: idOrNull(
    'quote',
    'Quote by which the change is made at this price',
    'Null for a new subscription.',
  ),
  subscription_id: idOrNull(
    'subscription',
    'Subscription that would change',
    'Null for a new one.',
  ),
  plan: sentPlan,
  plan_id: planIdOptional,
  quantity: z.int().describe('How many of the plan.'),
  amount_due: minorUnits('What would be owed at once'),
  tax: minorUnits('The tax of what is bought, before credit pays of it'),
  taxes: z.array(taxAmountSchema).describe('That tax, for each rate.'),
  currency,
  lines: z
    .array(invoiceLineSchema)
    .describe('Lines of the invoice that there would be; empty where nothing would be invoiced.'),
  effective_at: instant('When the plan would count (RFC 3339, UTC): now, or with the next period.'),
  expires_at: instantOrNull(
    'Until when the quote holds (RFC 3339, UTC), by the clock of the subscription: ten minutes; null without one.',
  ),
});

export const previewSchema = quotedSchema.meta({
  id: 'InvoicePreview',
  description:
    'What a change or a new subscription would cost, decided as the change itself would be.',
});

export type PreviewResource = z.output<typeof previewSchema>;
