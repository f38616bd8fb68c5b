import { z } from 'zod';
import { createdAt, idOf, instantOrNull, livemode, objectOf } from './members.ts';

export const paymentLinkSchema = z
  .object({
    object: objectOf('payment_link'),
    livemode,
    invoice_id: idOf('invoice', 'Invoice that is paid there'),
    payment_id: idOf('paymentRequest', 'Payment by which it is'),
    payment_url: z.string().describe('Address of the page. Whoever has it may pay.'),
    expires_at: instantOrNull(
      'Until when it can be paid there (RFC 3339, UTC); null where that is not known.',
    ),
  })
  .meta({ id: 'PaymentLink', description: 'Where a customer can pay an invoice now.' });

export const publicLinkSchema = z
  .object({
    object: objectOf('public_link'),
    livemode,
    invoice_id: idOf('invoice', 'Invoice that it shows'),
    url: z
      .string()
      .describe(
        'Address of the page. Whoever knows it may see, pay and download the invoice, until it is revoked.',
      ),
    created_at: createdAt,
  })
  .meta({ id: 'PublicLink', description: 'The page of an invoice without a login.' });

export type PaymentLinkResource = z.output<typeof paymentLinkSchema>;
