import { z } from 'zod';
import {
  accountId,
  choice,
  createdAt,
  currency,
  idOf,
  instant,
  livemode,
  metadata,
  minorUnits,
  objectOf,
  ownId,
  reference,
  updatedAt,
} from './members.ts';

export const transactionTypes = ['payment', 'credit', 'refund'] as const;
export const transactionStatuses = ['pending', 'succeeded', 'failed', 'canceled'] as const;

const schema = z.object({
  id: ownId('transaction', 'transaction'),
  object: objectOf('transaction'),
  livemode,
  account_id: accountId,
  amount: minorUnits('Amount of the transaction', 'Always positive: `type` says where it moves.'),
  currency,
  type: choice(transactionTypes, 'Effect on the balance', {
    credit: 'adds to the available balance at once',
    payment: 'takes money: held until it settles or is captured, or taken at once',
    refund: 'returns captured money to the available balance',
  }),
  status: choice(transactionStatuses, 'Status of the transaction', {
    pending: 'the amount of a payment is held',
    succeeded: 'completed',
    failed: 'the balance is unchanged: see `failure_reason`',
    canceled: 'the hold was released',
  }),
  reference,
  metadata,
  capture: z.enum(['automatic', 'manual']).optional().meta({
    // Generators name an enum by its title; without one they use the name of the capture body.
    title: 'Capture method',
    description:
      'How the hold of a payment ends: automatically after a short time (`automatic`), or by a capture within seven days (`manual`). Absent if nothing is held.',
  }),
  captured_amount: minorUnits(
    'Captured amount of a payment',
    'Less than `amount` for a partial capture; absent until then.',
  ).optional(),
  refunded_amount: minorUnits(
    'Refunded amount of a payment, by refunds that name it',
    'Absent on other types.',
  ).optional(),
  refund_of_id: idOf(
    'transaction',
    'Payment that is refunded',
    'Absent where it names none, and on other types.',
  ).optional(),
  failure_reason: z
    .string()
    .optional()
    .meta({
      description:
        'Reason of the failure: `capture_expired`, the hold was not captured in time; `insufficient_settled_funds`, a refund of an earlier version exceeded settled funds, which responds `402` today. Absent unless it failed.',
      examples: ['capture_expired'],
    }),
  created_at: createdAt,
  updated_at: updatedAt
    .optional()
    .describe('Time of the last change (RFC 3339, UTC); absent in the response to its creation.'),
  canceled_at: instant('When it was canceled (RFC 3339, UTC); absent if it was not.').optional(),
});

export const transactionSchema = schema.meta({
  id: 'Transaction',
  description:
    'A movement of money in the balance of an account: a credit, a payment or a refund. Amount, currency and type never change.',
});

export type TransactionResource = z.output<typeof transactionSchema>;
