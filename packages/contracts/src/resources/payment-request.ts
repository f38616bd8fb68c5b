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
  account_id: idOf('account', 'Account that receives the money'),
  amount: minorUnits('Requested amount'),
  currency,
  status: choice(paymentRequestStatuses, 'Status of the payment', {
    pending: 'it can be paid on its page',
    succeeded: 'it is paid, and the account has the money',
    failed: 'declined five times, the maximum',
    canceled: 'canceled or expired',
  }),
  customer_email: z.string().describe('Email address of the customer.'),
  customer_id: idOrNull(
    'customer',
    'Customer who is asked to pay',
    'Null for payments without an invoice. Absent in old events.',
  ).optional(),
  invoice_id: idOrNull(
    'invoice',
    'Invoice that it pays',
    'Null for other payments. Absent in old events.',
  ).optional(),
  reference,
  metadata,
  expires_at: instant(
    'When the payment request expires (RFC 3339, UTC): after seven days, or with its invoice.',
  ),
  decline_code: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        "Decline code of the last attempt, in Stripe's names; null unless the payment failed. Absent in old events.",
      examples: ['insufficient_funds'],
    }),
  transaction_id: idOf(
    'transaction',
    'Credit transaction of the account',
    'Absent until it is paid.',
  ).optional(),
  created_at: createdAt,
  updated_at: updatedAt
    .optional()
    .describe('Time of the last change (RFC 3339, UTC); absent in the response to its creation.'),
});

export const paymentRequestSchema = schema.meta({
  id: 'PaymentSnapshot',
  description:
    'A payment request as in events: without the URL of its page, because anyone with the URL can pay.',
});

/** A public payment request with the URL of its page. */
export const linkedPaymentRequestSchema = schema
  .extend({
    amount_refunded: minorUnits(
      'Amount refunded, including pending refunds',
      'Null while payment processors are unavailable.',
    ).nullable(),
    amount_disputed: minorUnits(
      'Amount taken by disputes: withheld by the bank, or lost',
      'Null while payment processors are unavailable.',
    ).nullable(),
    payment_url: z.string().describe('URL of the payment page. Anyone with the URL can pay.'),
    return_url: z.string().nullable().describe('Return URL of the page; null if none.'),
  })
  .meta({
    id: 'Payment',
    description:
      'A request for money from a customer, who pays on a page. The account receives the money as a credit.',
  });

export type PaymentRequestResource = z.output<typeof paymentRequestSchema>;
export type LinkedPaymentRequestResource = z.output<typeof linkedPaymentRequestSchema>;
