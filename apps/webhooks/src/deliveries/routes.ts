import { webhookDeliverySchema } from '@florin/contracts';
import { objectOf } from '@florin/contracts/members';
import {
  cursorFields,
  defineRoute,
  idempotencyKeyOf,
  idField,
  idParams,
  instantField,
  listReply,
  oneCursor,
  pageOf,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import type { EndpointsDeps } from '../endpoints/operations.ts';
import { ONE, oneErrors, oneParams, read, write } from '../endpoints/routes.ts';
import { listDeliveries, listDeliveriesOf, replayEvents, sendTestEvent } from './operations.ts';

/** A replay may write thousands of rows. */
const REPLAY_TIMEOUT_MS = 10_000;

export function deliveryRoutes(deps: EndpointsDeps): readonly Route[] {
  return [listRoute(deps), listOfEventRoute(deps), testRoute(deps), replayRoute(deps)];
}

const listRoute = (deps: EndpointsDeps) =>
  defineRoute({
    ...read,
    method: 'GET',
    path: `${ONE}/deliveries`,
    operationId: 'listWebhookDeliveries',
    onlyReads: true,
    summary: 'List what a webhook endpoint was told, is to be told, and was told in vain',
    description:
      'Each event that goes to the endpoint, with how often it was sent and what was answered last.',
    params: oneParams,
    query: z
      .object({
        ...cursorFields('webhookDelivery'),
        status: z
          .enum(['pending', 'delivered', 'dead'], { error: 'must be pending, delivered or dead' })
          .optional()
          .describe('Only those with this status.'),
      })
      .refine(...oneCursor),
    replies: { 200: listReply(webhookDeliverySchema) },
    errors: ['invalid_request', ...oneErrors],
    handle: async ({ params, query, caller }) => ({
      status: 200,
      body: await listDeliveries(deps, caller, params.webhook_endpoint_id, {
        ...pageOf(query),
        status: query.status,
      }),
    }),
  });

const listOfEventRoute = (deps: EndpointsDeps) =>
  defineRoute({
    ...read,
    method: 'GET',
    path: '/v1/events/{event_id}/deliveries',
    operationId: 'listEventDeliveries',
    onlyReads: true,
    summary: 'List which webhook endpoints were told of an event, and what they answered',
    description:
      'For each endpoint that an event goes to: how often it was sent, and what was answered last.',
    params: idParams({ event_id: 'event' }),
    query: z.object(cursorFields('webhookDelivery')).refine(...oneCursor),
    replies: { 200: listReply(webhookDeliverySchema) },
    errors: ['invalid_request', ...oneErrors],
    handle: async ({ params, query, caller }) => ({
      status: 200,
      body: await listDeliveriesOf(deps, caller, params.event_id, pageOf(query)),
    }),
  });

const testRoute = (deps: EndpointsDeps) =>
  defineRoute({
    ...write,
    method: 'POST',
    path: `${ONE}/test`,
    operationId: 'testWebhookEndpoint',
    summary: 'Send a webhook endpoint a made-up event',
    description:
      'Sends `webhook_endpoint.test`, signed as all are, whatever types the endpoint asks for. It is in no log. The delivery is answered as it begins: read it again to see what came of it. `409` while the endpoint is disabled.',
    params: oneParams,
    replies: { 200: webhookDeliverySchema },
    errors: [...oneErrors, 'conflict'],
    handle(request) {
      const key = idempotencyKeyOf(`POST ${ONE}/test`, request, request.params);
      return sendTestEvent(deps, request.caller, request.params.webhook_endpoint_id, key);
    },
  });

const replayRoute = (deps: EndpointsDeps) =>
  defineRoute({
    ...write,
    method: 'POST',
    path: `${ONE}/replay`,
    operationId: 'replayEvents',
    summary: 'Send a webhook endpoint again one event, or what happened between two instants',
    description:
      'Sends events of the account once more, delivered or not: one by `event_id`, or those between `from` and `to`, up to 10000, in their order and only of types that the endpoint asks for. They keep their ids. `409` while the endpoint is disabled or has as much to receive already.',
    timeoutMs: REPLAY_TIMEOUT_MS,
    params: oneParams,
    body: z
      .object({
        from: instantField('from').optional(),
        to: instantField('to').optional(),
        event_id: idField('event')
          .transform((id) => id ?? null)
          .optional()
          .meta({
            description: 'The event (`evt_…`) to send again, in the place of `from` and `to`.',
          }),
      })
      .refine(
        ({ from, to, event_id }) =>
          event_id === undefined
            ? from !== undefined && to !== undefined
            : from === undefined && to === undefined,
        'send from and to, or event_id alone',
      )
      .refine(({ from = 0, to = 0 }) => from <= to, {
        error: 'must not be before from',
        path: ['to'],
      })
      .meta({ id: 'WebhookReplayRequest', description: 'Which events are sent again.' }),
    replies: {
      200: z
        .object({
          object: objectOf('webhook_replay'),
          deliveries: z.int().describe('How many events are sent again.'),
        })
        .meta({ id: 'WebhookReplay', description: 'That events are sent again.' }),
    },
    errors: ['invalid_request', ...oneErrors, 'conflict'],
    handle(request) {
      const { params, body, caller } = request;
      const { from = 0, to = 0, event_id: eventId } = body;
      const what = eventId === undefined ? { from: new Date(from), to: new Date(to) } : { eventId };
      const key = idempotencyKeyOf(`POST ${ONE}/replay`, request, [params, body]);
      return replayEvents(deps, caller, { endpointId: params.webhook_endpoint_id, what, key });
    },
  });
