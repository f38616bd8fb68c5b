import { AppError } from '@florin/contracts';
import { defineRoute, type Route } from '@florin/http-api';
import { z } from 'zod';
import type { Registry } from '../registry.ts';
import type { Db } from '../schema.ts';
import { insertNotices } from './queries.ts';

export interface WebhookDeps {
  readonly db: Db;
  readonly registry: Registry;
}

/**
 * Receives webhooks of processors. A notice is stored before it is acknowledged and handled
 * afterwards, by fetching the object.
 */
export const webhookRoute = ({ db, registry }: WebhookDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/processors/{processor}/webhook',
    operationId: 'takeProcessorNotice',
    summary: 'Receive a webhook of a payment processor',
    description:
      'The webhook must be signed by the processor. It is stored before it is acknowledged; Florin then queries the processor for the actual state. For processors only.',
    token: 'none',
    takesRaw: true,
    params: z.object({
      processor: z
        .string()
        .regex(/^[a-z_]{1,40}$/)
        .meta({ description: 'Name of the processor.', examples: ['stripe'] }),
    }),
    replies: {
      200: z
        .object({ received: z.int().describe('Number of stored notices.') })
        .meta({ id: 'ProcessorNoticeTaken', description: 'Stored notices of a processor.' }),
    },
    errors: ['unauthorized', 'not_found'],
    async handle({ params, raw }) {
      const processor = registry.find(params.processor);
      if (!processor?.abilities.webhooks || !raw)
        throw new AppError('not_found', 'no processor with this name sends webhooks here');
      const body = Buffer.from(raw.body);
      const notices = processor.parseWebhook({ body, header: raw.header, now: Date.now() });
      await insertNotices(db, processor.name, notices);
      return { status: 200, body: { received: notices.length } };
    },
  });
