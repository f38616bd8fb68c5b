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
    summary: 'Take a notice of a payment processor',
    description:
      'Where a payment processor tells that something has changed, signed as it does so. It is kept before it is acknowledged; what counts is what the processor answers when it is asked afterwards. For processors alone.',
    token: 'none',
    takesRaw: true,
    params: z.object({
      processor: z
        .string()
        .regex(/^[a-z_]{1,40}$/)
        .meta({ description: 'Name of the processor that tells it.', examples: ['stripe'] }),
    }),
    replies: {
      200: z
        .object({ received: z.int().describe('How many notices were in it that count here.') })
        .meta({ id: 'ProcessorNoticeTaken', description: 'That notices of a processor are kept.' }),
    },
    errors: ['unauthorized', 'not_found'],
    async handle({ params, raw }) {
      const processor = registry.find(params.processor);
      if (!processor?.abilities.webhooks || !raw)
        throw new AppError('not_found', 'no processor of this name sends notices here');
      const body = Buffer.from(raw.body);
      const notices = processor.parseWebhook({ body, header: raw.header, now: Date.now() });
      await insertNotices(db, processor.name, notices);
      return { status: 200, body: { received: notices.length } };
    },
  });
