import { z } from 'zod';
import { accountId, createdAt, livemode, objectOf, ownId } from './members.ts';

export const processorAccountSchema = z
  .object({
    id: ownId('processorAccount', 'connection'),
    object: objectOf('processor_account'),
    livemode,
    account_id: accountId,
    processor: z.string().meta({ description: 'Processor at which it is.', examples: ['stripe'] }),
    reference: z.string().meta({
      description: 'The processor’s own name for it: `acct_…` at Stripe.',
      examples: ['acct_1Nv0FGQ9RKHgCVdK'],
    }),
    created_at: createdAt,
  })
  .meta({
    id: 'ProcessorAccount',
    description:
      'The account that somebody has at a processor themselves, at which their customers pay.',
  });

export type ProcessorAccountResource = z.output<typeof processorAccountSchema>;
