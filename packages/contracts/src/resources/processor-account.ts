import { z } from 'zod';
import { accountId, createdAt, livemode, objectOf, ownId } from './members.ts';

export const processorAccountSchema = z
  .object({
    id: ownId('processorAccount', 'connection'),
    object: objectOf('processor_account'),
    livemode,
    account_id: accountId,
    processor: z.string().meta({ description: 'Processor of the account.', examples: ['stripe'] }),
    reference: z.string().meta({
      description: 'Id of the account at the processor: `acct_…` at Stripe.',
      examples: ['acct_1Nv0FGQ9RKHgCVdK'],
    }),
    created_at: createdAt,
  })
  .meta({
    id: 'ProcessorAccount',
    description: "An account's own account at a processor, where its customers pay.",
  });

export type ProcessorAccountResource = z.output<typeof processorAccountSchema>;
