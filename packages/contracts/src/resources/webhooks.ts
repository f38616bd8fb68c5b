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
      description: 'URL that events are sent to by POST.',
      examples: ['https://shop.example/florin-events'],
    }),
    event_types: z.array(z.string()).meta({
      description:
        'Event types: single types, all types of a resource (`payment.*`), or all types (`*`).',
      examples: [['invoice.paid', 'payment.*']],
    }),
    status: choice(['enabled', 'disabled'], 'Status of the endpoint', {
      enabled: 'events are sent',
      disabled: 'no events are sent, because it was disabled by a request or responded 410',
    }),
    disabled_reason: z
      .string()
      .nullable()
      .meta({
        description: 'Human-readable reason why it is disabled; null if it is enabled.',
        examples: ['it responded 410 Gone'],
      }),
    failing_since: instantOrNull(
      'First failure since the last success (RFC 3339, UTC); null while deliveries succeed.',
    ),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'WebhookEndpoint',
    description:
      'A URL that receives events of an account. Its signing secret is returned only once, when it is created or rotated.',
  });

export type WebhookEndpointResource = z.output<typeof webhookEndpointSchema>;

export const webhookDeliverySchema = z
  .object({
    id: ownId('webhookDelivery', 'delivery'),
    object: objectOf('webhook_delivery'),
    livemode,
    webhook_endpoint_id: idOf('webhookEndpoint', 'Endpoint of the delivery'),
    event_id: idOf('event', 'Event of the delivery'),
    event_type: z.string().meta({ description: 'Type of that event.', examples: ['invoice.paid'] }),
    status: choice(['pending', 'delivered', 'dead'], 'Status of the delivery', {
      pending: 'to be sent or retried',
      delivered: 'the endpoint responded with a status from 200 to 299',
      dead: 'failed permanently, after ten attempts or because the endpoint responded 410',
    }),
    attempts: z.int().describe('Number of attempts.'),
    status_code: z
      .int()
      .nullable()
      .meta({
        description: 'HTTP status of the last response; null if there was none.',
        examples: [500],
      }),
    error: z
      .string()
      .nullable()
      .meta({
        description:
          'Human-readable reason why the last attempt failed; null if none failed, or it succeeded.',
        examples: ['responded 500'],
      }),
    answer: z
      .string()
      .nullable()
      .describe(
        'Start of the last response body, if the endpoint refused the event; null otherwise, and if response bodies are not stored.',
      ),
    last_attempt_at: instantOrNull(
      'Time of the last attempt (RFC 3339, UTC); null before the first attempt.',
    ),
    next_attempt_at: instantOrNull(
      'Time of the next attempt (RFC 3339, UTC); null unless it is pending.',
    ),
    created_at: createdAt,
  })
  .meta({
    id: 'WebhookDelivery',
    description: 'The delivery of one event to one endpoint, with all attempts.',
  });

export type WebhookDeliveryResource = z.output<typeof webhookDeliverySchema>;
