import { z } from 'zod';
import {
  choice,
  createdAt,
  currency,
  idOf,
  livemode,
  metadata,
  minorUnits,
  objectOf,
  ownId,
  reference,
  updatedAt,
} from './members.ts';

export const payoutStatuses = ['pending', 'paid', 'failed'] as const;

export const payoutSchema = z
  .object({
    id: ownId('payout', 'payout'),
    object: objectOf('payout'),
    livemode,
    account_id: idOf('account', 'Account whose money it is'),
    amount: minorUnits('How much is paid out'),
    currency,
    status: choice(payoutStatuses, 'How far it has come', {
      pending: 'it is on its way',
      paid: 'the processor says that it has arrived',
      failed:
        'it did not arrive, and the money is the account’s again, which can still follow `paid`',
    }),
    processor: z
      .string()
      .meta({ description: 'Processor that pays it out.', examples: ['stripe'] }),
    reference,
    metadata,
    failure_reason: z
      .string()
      .optional()
      .describe('Why it failed, in the processor’s words; absent unless it has.'),
    transaction_id: idOf('transaction', 'What has taken the money from the account'),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({ id: 'Payout', description: 'Money of an account on its way to its bank.' });

export type PayoutResource = z.output<typeof payoutSchema>;
