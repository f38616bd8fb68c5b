import { z } from 'zod';
import { instantOrNull, livemode, objectOf } from './members.ts';

export const processorSchema = z
  .object({
    object: objectOf('processor'),
    name: z
      .string()
      .meta({ description: 'Name of the processor, as on payments.', examples: ['stripe'] }),
    livemode,
    is_open: z
      .boolean()
      .describe('Whether new payments use it; otherwise it only completes existing ones.'),
    settlements_read_at: instantOrNull(
      'When its settlements were last read (RFC 3339, UTC); null if never.',
    ),
  })
  .meta({
    id: 'Processor',
    description: 'A payment processor that the service settings configure.',
  });

export type ProcessorResource = z.output<typeof processorSchema>;
