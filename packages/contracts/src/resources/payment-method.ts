import { z } from 'zod';
import { accountId, createdAt, livemode, objectOf, ownId, updatedAt } from './members.ts';

const cardSchema = z
  .object({
    brand: z.string().meta({
      description: 'Network of the card, as the processor names it.',
      examples: ['visa'],
    }),
    last4: z.string().meta({ description: 'The last four digits.', examples: ['4242'] }),
    exp_month: z
      .int()
      .nullable()
      .describe('Month in which it expires, 1 to 12; null where the processor does not say.'),
    exp_year: z
      .int()
      .nullable()
      .meta({
        description: 'Year in which it expires; null where the processor does not say.',
        examples: [2029],
      }),
  })
  .meta({ id: 'Card', description: 'All that is known of a card.' });

export const paymentMethodSchema = z
  .object({
    id: ownId('paymentMethod', 'payment method'),
    object: objectOf('payment_method'),
    livemode,
    account_id: accountId,
    customer_id: z.string().meta({ description: 'Customer who has saved it (`cus_…`).' }),
    processor: z.string().meta({
      description: 'Processor that keeps it, and through which it is charged.',
      examples: ['stripe'],
    }),
    card: cardSchema.nullable().describe('The card; null for what is none.'),
    is_default: z
      .boolean()
      .describe(
        'Whether renewals of the customer are charged by it; of all that they have saved, one is: the newest, until another one is chosen.',
      ),
    disputed: z
      .boolean()
      .describe(
        'Whether automatic charges by it are paused, because the payer disputes a payment by this card. Other payment methods of the customer are charged instead; without one, the customer is sent a page to pay at. It ends when the dispute is won, the customer chooses or saves the card again, or the seller allows it (`POST /v1/payment_methods/{payment_method_id}/allow`).',
      ),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'PaymentMethod',
    description: 'What a customer has saved to be charged by again.',
  });

export type PaymentMethodResource = z.output<typeof paymentMethodSchema>;
