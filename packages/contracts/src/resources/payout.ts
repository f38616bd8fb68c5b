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
    account_id: idOf('account', 'Account that is paid out'),
    amount: minorUnits('Amount of the payout'),
    currency,
    status: choice(payoutStatuses, 'Status of the payout', {
      pending: 'on its way',
      paid: 'the processor reports that it arrived',
      failed: 'it did not arrive, and the account has the money again; can follow `paid`',
    }),
    processor: z.string().meta({ description: 'Processor of the payout.', examples: ['stripe'] }),
    reference,
    metadata,
    failure_reason: z
      .string()
      .optional()
      .describe('Reason of the failure, as the processor reports it; absent unless it failed.'),
    transaction_id: idOf('transaction', 'Transaction that debited the account'),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({ id: 'Payout', description: 'A payout from the balance of an account to its bank.' });

export type PayoutResource = z.output<typeof payoutSchema>;
