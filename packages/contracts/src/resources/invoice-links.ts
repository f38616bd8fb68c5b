import { z } from 'zod';
import { createdAt, idOf, instantOrNull, livemode, objectOf } from './members.ts';

export const paymentLinkSchema = z
  .object({
    object: objectOf('payment_link'),
    livemode,
    invoice_id: idOf('invoice', 'Invoice that the page pays'),
    payment_id: idOf('paymentRequest', 'Payment request of the page'),
    payment_url: z.string().describe('URL of the page. Anyone with the URL can pay.'),
    expires_at: instantOrNull('When the page expires (RFC 3339, UTC); null if unknown.'),
  })
  .meta({ id: 'PaymentLink', description: 'The page where a customer can pay an invoice.' });

export const publicLinkSchema = z
  .object({
    object: objectOf('public_link'),
    livemode,
    invoice_id: idOf('invoice', 'Invoice on the page'),
    url: z
      .string()
      .describe(
        'URL of the page. Anyone with the URL can view, pay and download the invoice until the link is revoked.',
      ),
    created_at: createdAt,
  })
  .meta({ id: 'PublicLink', description: 'A public page of an invoice, without a login.' });

export type PaymentLinkResource = z.output<typeof paymentLinkSchema>;
