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
    payment_id: idOf('paymentRequest', 'Payment whose money goes back'),
    invoice_id: idOrNull(
      'invoice',
      'Invoice that the payment had paid',
      'Null for other payments. Absent in old events.',
    ).optional(),
    customer_id: idOrNull(
      'customer',
      'Customer who has paid',
      'Null where it is unknown: for payments that no invoice asked for, and those of earlier releases. Absent in old events.',
    ).optional(),
    amount: minorUnits('How much goes back'),
    currency,
    status: choice(refundStatuses, 'How far it has come', {
      pending: 'the money is on its way',
      succeeded: 'the payer has it',
      failed:
        'it did not arrive, and the money is the account’s again, which can still follow `succeeded`',
    }),
    reason: z
      .string()
      .nullable()
      .describe('Why it is given back, as the request has said; null where it has not.'),
    metadata,
    failure_reason: z
      .string()
      .optional()
      .describe('Why it failed, in the processor’s words; absent unless it has.'),
    transaction_id: idOf('transaction', 'What has taken the money from the account'),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({ id: 'Refund', description: 'Money of a payment on its way back to its payer.' });

export type RefundResource = z.output<typeof refundSchema>;
