import { z } from 'zod';
import {
  choice,
  createdAt,
  currency,
  idOf,
  idOrNull,
  instant,
  livemode,
  metadata,
  minorUnits,
  objectOf,
  ownId,
  reference,
  updatedAt,
} from './members.ts';

export const paymentRequestStatuses = ['pending', 'succeeded', 'failed', 'canceled'] as const;

const schema = z.object({
  id: ownId('paymentRequest', 'payment'),
  object: objectOf('payment'),
  livemode,
  account_id: idOf('account', 'Account that gets the money'),
  amount: minorUnits('What the customer is to pay'),
  currency,
  status: choice(paymentRequestStatuses, 'How far it has come', {
    pending: 'it can be paid at its page',
    succeeded: 'it is paid, and the account has the money',
    failed: 'it was declined as often as it may be, five times',
    canceled: 'it was canceled, or its time is over',
  }),
  customer_email: z.string().describe('Who is asked to pay, and written to.'),
  customer_id: idOrNull(
    'customer',
    'Customer who is asked to pay',
    'Null for payments that no invoice asks for. Absent in old events.',
  ).optional(),
  invoice_id: idOrNull(
    'invoice',
    'Invoice that it pays',
    'Null for other payments. Absent in old events.',
  ).optional(),
  reference,
  metadata,
  expires_at: instant(
    'Until when it can be paid (RFC 3339, UTC): seven days, or as long as the invoice that it is of.',
  ),
  decline_code: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        'Why the last try was declined, by the names of Stripe’s decline codes; null unless the payment has failed. Absent in old events.',
      examples: ['insufficient_funds'],
    }),
  transaction_id: idOf(
    'transaction',
    'Credit by which the account got the money',
    'Absent until it is paid.',
  ).optional(),
  created_at: createdAt,
  updated_at: updatedAt
    .optional()
    .describe('When it last changed (RFC 3339, UTC); absent in the answer to its creation.'),
});

export const paymentRequestSchema = schema.meta({
  id: 'PaymentSnapshot',
  description:
    'A payment as events carry it: without the address of its page, since whoever has that may pay.',
});

/** A payment request as clients see it: with the address of its page. */
export const linkedPaymentRequestSchema = schema
  .extend({
    amount_refunded: minorUnits(
      'Money given back by refunds, pending ones included',
      'Null while payment processors cannot be asked.',
    ).nullable(),
    amount_disputed: minorUnits(
      'Money that disputes have taken: withheld by the bank, or lost',
      'Null while payment processors cannot be asked.',
    ).nullable(),
    payment_url: z
      .string()
      .describe('Address of the page at which it is paid. Whoever has it may pay.'),
    return_url: z
      .string()
      .nullable()
      .describe('Where its page leads back to; null where it leads nowhere.'),
  })
  .meta({
    id: 'Payment',
    description:
      'That a customer is asked for money: they pay it at a page, and the account gets it as a credit.',
  });

export type PaymentRequestResource = z.output<typeof paymentRequestSchema>;
export type LinkedPaymentRequestResource = z.output<typeof linkedPaymentRequestSchema>;
