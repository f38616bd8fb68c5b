import { webhookDeliverySchema } from '@florin/contracts';
import {
  cursorFields,
  defineRoute,
  idempotencyKeyOf,
  instantField,
  listReply,
  oneCursor,
  pageOf,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import type { EndpointsDeps } from '../endpoints/operations.ts';
import { ONE, oneErrors, oneParams, read, write } from '../endpoints/routes.ts';
import { listDeliveries, replayEvents, sendTestEvent } from './operations.ts';

/** A replay may write thousands of rows. */
const REPLAY_TIMEOUT_MS = 10_000;

export function deliveryRoutes(deps: EndpointsDeps): readonly Route[] {
  return [listRoute(deps), testRoute(deps), replayRoute(deps)];
}

const listRoute = (deps: EndpointsDeps) =>
  defineRoute({
    ...read,
    method: 'GET',
    path: `${ONE}/deliveries`,
    summary: 'List what a webhook endpoint was told, is to be told, and was told in vain',
    params: oneParams,
    query: z
      .object({
        ...cursorFields('webhookDelivery'),
        status: z
          .enum(['pending', 'delivered', 'dead'], { error: 'must be pending, delivered or dead' })
          .optional(),
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

const testRoute = (deps: EndpointsDeps) =>
  defineRoute({
    ...write,
    method: 'POST',
    path: `${ONE}/test`,
    summary: 'Send a webhook endpoint a made-up event',
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
    summary: 'Send a webhook endpoint again what happened between two instants, in order',
    timeoutMs: REPLAY_TIMEOUT_MS,
    params: oneParams,
    body: z
      .object({ from: instantField('from'), to: instantField('to') })
      .refine(({ from, to }) => from <= to, { error: 'must not be before from', path: ['to'] }),
    replies: { 200: z.object({ object: z.literal('webhook_replay'), deliveries: z.int() }) },
    errors: ['invalid_request', ...oneErrors, 'conflict'],
    handle(request) {
      const { params, body, caller } = request;
      const range = { from: new Date(body.from), to: new Date(body.to) };
      const key = idempotencyKeyOf(`POST ${ONE}/replay`, request, [params, body]);
      return replayEvents(deps, caller, { endpointId: params.webhook_endpoint_id, ...range, key });
    },
  });
