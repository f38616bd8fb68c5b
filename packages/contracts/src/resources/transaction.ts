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
  amount: minorUnits('How much it is about', 'Always positive: `type` says where it moves.'),
  currency,
  type: choice(transactionTypes, 'What it does with the balance', {
    credit: 'money comes in and is available at once',
    payment: 'money goes out: it is held until it settles or is captured, or leaves at once',
    refund: 'money that a payment had taken is available again',
  }),
  status: choice(transactionStatuses, 'How far it has come', {
    pending: 'the money of a payment is held',
    succeeded: 'it is done',
    failed: 'nothing has moved in the end: see `failure_reason`',
    canceled: 'the hold was let go',
  }),
  reference,
  metadata,
  capture: z.enum(['automatic', 'manual']).optional().meta({
    // Generators name a choice by its title: by its place it would be called as the body of a capture.
    title: 'Capture method',
    description:
      'How the hold of a payment ends: by itself after a short time (`automatic`), or by a call within seven days (`manual`). Absent on what holds nothing.',
  }),
  captured_amount: minorUnits(
    'How much of a payment was taken',
    'Less than `amount` where only a part was captured; absent until then.',
  ).optional(),
  refunded_amount: minorUnits(
    'How much of a payment was given back by refunds that name it',
    'Absent on other types.',
  ).optional(),
  refund_of_id: idOf(
    'transaction',
    'Payment that a refund gives back',
    'Absent where it names none, and on other types.',
  ).optional(),
  failure_reason: z
    .string()
    .optional()
    .meta({
      description:
        'Why it failed: `capture_expired`, a hold was not captured in time; `insufficient_settled_funds`, a refund of an earlier version was more than had settled, which is a `402` today. Absent unless it has.',
      examples: ['capture_expired'],
    }),
  created_at: createdAt,
  updated_at: updatedAt
    .optional()
    .describe('When it last changed (RFC 3339, UTC); absent in the answer to its creation.'),
  canceled_at: instant('When it was canceled (RFC 3339, UTC); absent unless it was.').optional(),
});

export const transactionSchema = schema.meta({
  id: 'Transaction',
  description:
    'A movement of money in the balance of an account: a credit, a payment or a refund. Amount, currency and type never change.',
});

export type TransactionResource = z.output<typeof transactionSchema>;
