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
    summary: 'List deliveries of a webhook endpoint',
    description:
      'Each event sent to the endpoint, with the number of attempts and the last response.',
    params: oneParams,
    query: z
      .object({
        ...cursorFields('webhookDelivery'),
        status: z
          .enum(['pending', 'delivered', 'dead'], { error: 'must be pending, delivered or dead' })
          .optional()
          .describe('Filter by status.'),
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
    summary: 'List deliveries of an event',
    description:
      'One delivery for each endpoint that gets the event, with the number of attempts and the last response.',
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
    summary: 'Send a test event to a webhook endpoint',
    description:
      'Sends `webhook_endpoint.test`, signed like all events, regardless of the event types of the endpoint. The test event is not in the log. The response shows the delivery as it starts; retrieve it again for the result. `409` if the endpoint is disabled.',
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
    summary: 'Replay events to a webhook endpoint',
    description:
      'Sends events again, delivered or not: one by `event_id`, or those between `from` and `to`, up to 10000, in order and only of types that the endpoint subscribes to. Events keep their ids. `409` if the endpoint is disabled or already has a backlog of that size.',
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
            description: 'Event (`evt_…`) to send again, instead of `from` and `to`.',
          }),
      })
      .refine(
        ({ from, to, event_id }) =>
          event_id === undefined
            ? from !== undefined && to !== undefined
            : from === undefined && to === undefined,
        'send either from and to, or event_id',
      )
      .refine(({ from = 0, to = 0 }) => from <= to, {
        error: 'must not be before from',
        path: ['to'],
      })
      .meta({ id: 'WebhookReplayRequest', description: 'Events to send again.' }),
    replies: {
      200: z
        .object({
          object: objectOf('webhook_replay'),
          deliveries: z.int().describe('Number of events to be sent again.'),
        })
        .meta({ id: 'WebhookReplay', description: 'The result of a replay request.' }),
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
