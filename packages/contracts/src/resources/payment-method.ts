import { z } from 'zod';
import { accountId, createdAt, livemode, objectOf, ownId, updatedAt } from './members.ts';

const cardSchema = z
  .object({
    brand: z.string().meta({
      description: 'Card network, as the processor names it.',
      examples: ['visa'],
    }),
    last4: z.string().meta({ description: 'The last four digits.', examples: ['4242'] }),
    exp_month: z
      .int()
      .nullable()
      .describe('Expiry month, 1 to 12; null if the processor does not report it.'),
    exp_year: z
      .int()
      .nullable()
      .meta({
        description: 'Expiry year; null if the processor does not report it.',
        examples: [2029],
      }),
  })
  .meta({ id: 'Card', description: 'Details of a card.' });

export const paymentMethodSchema = z
  .object({
    id: ownId('paymentMethod', 'payment method'),
    object: objectOf('payment_method'),
    livemode,
    account_id: accountId,
    customer_id: z.string().meta({ description: 'Customer who saved it (`cus_…`).' }),
    processor: z.string().meta({
      description: 'Processor that stores and charges it.',
      examples: ['stripe'],
    }),
    card: cardSchema.nullable().describe('The card; null for other payment methods.'),
    is_default: z
      .boolean()
      .describe(
        "Whether it is the customer's default, which renewals charge. The newest payment method is the default until another one is chosen.",
      ),
    disputed: z
      .boolean()
      .describe(
        'Whether automatic charges are paused, because the payer disputes a payment by this card. Another payment method of the customer is charged instead; without one, the customer gets a payment page. The pause ends when the dispute is won, the customer chooses or saves the card again, or the seller allows it (`POST /v1/payment_methods/{payment_method_id}/allow`).',
      ),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'PaymentMethod',
    description: 'A payment method that a customer saved for later charges.',
  });

export type PaymentMethodResource = z.output<typeof paymentMethodSchema>;
