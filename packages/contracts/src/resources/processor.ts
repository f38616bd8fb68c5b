import { z } from 'zod';
import { instantOrNull, livemode, objectOf } from './members.ts';

export const processorSchema = z
  .object({
    object: objectOf('processor'),
    name: z
      .string()
      .meta({ description: 'What payments say that took them.', examples: ['stripe'] }),
    livemode,
    is_open: z
      .boolean()
      .describe('Whether payments begin at it; where not, it ends what it has begun.'),
    settlements_read_at: instantOrNull(
      'When what it has settled was last read (RFC 3339, UTC); null before the first time.',
    ),
  })
  .meta({
    id: 'Processor',
    description: 'Who takes payments, and is set up here by the settings of the service.',
  });

export type ProcessorResource = z.output<typeof processorSchema>;
