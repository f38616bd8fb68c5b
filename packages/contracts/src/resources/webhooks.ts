import { z } from 'zod';

/** Where an account wants events sent, as clients see it: never with its secret. */
export const webhookEndpointSchema = z.object({
  id: z.string(),
  object: z.literal('webhook_endpoint'),
  livemode: z.boolean(),
  account_id: z.string(),
  url: z.string(),
  /** Types, all of a kind (`payment.*`), or `*`. */
  event_types: z.array(z.string()),
  status: z.enum(['enabled', 'disabled']),
  disabled_reason: z.string().nullable(),
  failing_since: z.iso.datetime().nullable().meta({
    description:
      'When it has failed for the first time since it last took an event; null while it works.',
  }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export type WebhookEndpointResource = z.output<typeof webhookEndpointSchema>;

/** What became of sending one event to an endpoint. */
export const webhookDeliverySchema = z.object({
  id: z.string(),
  object: z.literal('webhook_delivery'),
  livemode: z.boolean(),
  webhook_endpoint_id: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  status: z.enum(['pending', 'delivered', 'dead']),
  attempts: z.int(),
  /** Of the last answer; null while there was none. */
  status_code: z.int().nullable(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
  /** The beginning of the last answer, where it refused; null where it is not kept. */
  answer: z.string().nullable(),
  last_attempt_at: z.iso.datetime().nullable(),
  next_attempt_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});

export type WebhookDeliveryResource = z.output<typeof webhookDeliverySchema>;
