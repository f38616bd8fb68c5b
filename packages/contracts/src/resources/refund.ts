import { z } from 'zod';
import {
  accountId,
  choice,
  createdAt,
  currency,
  idOf,
  idOrNull,
  livemode,
  metadata,
  minorUnits,
  objectOf,
  ownId,
  updatedAt,
} from './members.ts';

export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;

export const refundSchema = z
  .object({
    id: ownId('refund', 'refund'),
    object: objectOf('refund'),
    livemode,
    account_id: accountId,
    payment_id: idOf('paymentRequest', 'Payment that is refunded'),
    invoice_id: idOrNull(
      'invoice',
      'Invoice that the payment paid',
      'Null for other payments. Absent in old events.',
    ).optional(),
    customer_id: idOrNull(
      'customer',
      'Customer who paid',
      'Null if unknown: for payments without an invoice, and those of earlier releases. Absent in old events.',
    ).optional(),
    amount: minorUnits('Refunded amount'),
    currency,
    status: choice(refundStatuses, 'Status of the refund', {
      pending: 'on its way to the payer',
      succeeded: 'received by the payer',
      failed: 'it did not arrive, and the account has the money again; can follow `succeeded`',
    }),
    reason: z
      .string()
      .nullable()
      .describe('Reason for the refund, as sent in the request; null if none.'),
    metadata,
    failure_reason: z
      .string()
      .optional()
      .describe('Reason of the failure, as the processor reports it; absent unless it failed.'),
    transaction_id: idOf('transaction', 'Transaction that debited the account'),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({ id: 'Refund', description: 'A refund of a payment to its payer.' });

export type RefundResource = z.output<typeof refundSchema>;
