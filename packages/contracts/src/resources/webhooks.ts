import { z } from 'zod';
import {
  accountId,
  choice,
  createdAt,
  idOf,
  instantOrNull,
  livemode,
  objectOf,
  ownId,
  updatedAt,
} from './members.ts';

export const webhookEndpointSchema = z
  .object({
    id: ownId('webhookEndpoint', 'endpoint'),
    object: objectOf('webhook_endpoint'),
    livemode,
    account_id: accountId,
    url: z.string().meta({
      description: 'Address that events are sent to, by POST.',
      examples: ['https://shop.example/florin-events'],
    }),
    event_types: z.array(z.string()).meta({
      description: 'What is sent there: types, all of a kind (`payment.*`), or everything (`*`).',
      examples: [['invoice.paid', 'payment.*']],
    }),
    status: choice(['enabled', 'disabled'], 'Whether events are sent there', {
      enabled: 'they are',
      disabled: 'they are not, since somebody has switched it off or it has answered 410',
    }),
    disabled_reason: z
      .string()
      .nullable()
      .meta({
        description: 'Why it is disabled, for people; null while it is enabled.',
        examples: ['it answered 410 Gone'],
      }),
    failing_since: instantOrNull(
      'When it has failed for the first time since it last took an event (RFC 3339, UTC); null while it works.',
    ),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'WebhookEndpoint',
    description:
      'Where an account has its events sent. Its secret, which signs them, is shown once, when it is made or rotated.',
  });

export type WebhookEndpointResource = z.output<typeof webhookEndpointSchema>;

export const webhookDeliverySchema = z
  .object({
    id: ownId('webhookDelivery', 'delivery'),
    object: objectOf('webhook_delivery'),
    livemode,
    webhook_endpoint_id: idOf('webhookEndpoint', 'Endpoint that it goes to'),
    event_id: idOf('event', 'Event that is sent'),
    event_type: z.string().meta({ description: 'Type of that event.', examples: ['invoice.paid'] }),
    status: choice(['pending', 'delivered', 'dead'], 'What has become of it', {
      pending: 'it is to be sent, or sent again',
      delivered: 'the endpoint has answered with a status from 200 to 299',
      dead: 'it was given up, after ten attempts or since the endpoint is gone',
    }),
    attempts: z.int().describe('How often it was sent.'),
    status_code: z
      .int()
      .nullable()
      .meta({
        description: 'HTTP status of the last answer; null where there was none.',
        examples: [500],
      }),
    error: z
      .string()
      .nullable()
      .meta({
        description:
          'Why the last attempt failed, for people; null where none has, or it succeeded.',
        examples: ['answered 500'],
      }),
    answer: z
      .string()
      .nullable()
      .describe(
        'Beginning of the last answer, where that was a refusal; null otherwise, and where answers may not be shown.',
      ),
    last_attempt_at: instantOrNull(
      'When it was last sent (RFC 3339, UTC); null before the first attempt.',
    ),
    next_attempt_at: instantOrNull(
      'When it is sent next (RFC 3339, UTC); null unless it is pending.',
    ),
    created_at: createdAt,
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'Sending one event to one endpoint, with all of its attempts.',
  });

export type WebhookDeliveryResource = z.output<typeof webhookDeliverySchema>;
