import { type ErrorCode, webhookEndpointSchema } from '@florin/contracts';
import {
  accountFields,
  cursorFields,
  defineRoute,
  filterField,
  idempotencyKeyOf,
  idParams,
  listReply,
  oneCursor,
  pageOf,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import { eventTypesField, type Rules, statusField, urlField } from './fields.ts';
import {
  createEndpoint,
  deleteEndpoint,
  type EndpointsDeps,
  getEndpoint,
  listEndpoints,
  rotateSecret,
  updateEndpoint,
} from './operations.ts';

const LIST = '/v1/webhook_endpoints';
export const ONE = '/v1/webhook_endpoints/{webhook_endpoint_id}';
export const oneParams = idParams({ webhook_endpoint_id: 'webhookEndpoint' });
export const oneErrors: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'not_found'];

export const read = { token: 'session_or_key', scope: 'webhooks:read' } as const;
export const write = {
  token: 'session_or_key',
  scope: 'webhooks:write',
  takesIdempotencyKey: true,
} as const;

/** The secret is in the first reply only. */
const withSecretSchema = webhookEndpointSchema.extend({
  secret: z.string().optional().meta({ description: 'Shown once; left out of a replay.' }),
});

export function endpointRoutes(deps: EndpointsDeps, rules: Rules): readonly Route[] {
  return [
    listRoute(deps),
    createRoute(deps, rules),
    getRoute(deps),
    updateRoute(deps, rules),
    deleteRoute(deps),
    rotateRoute(deps),
  ];
}

const listRoute = (deps: EndpointsDeps) =>
  defineRoute({
    ...read,
    method: 'GET',
    path: LIST,
    operationId: 'listWebhookEndpoints',
    summary: 'List webhook endpoints, newest first',
    query: z
      .object({
        ...cursorFields('webhookEndpoint'),
        status: statusField.optional(),
        ...accountFields,
      })
      .refine(...oneCursor),
    replies: { 200: listReply(webhookEndpointSchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    handle: async ({ query, caller }) => ({
      status: 200,
      body: await listEndpoints(deps, caller, {
        ...pageOf(query),
        status: query.status,
        accountId: query.account_id,
      }),
    }),
  });

const createRoute = (deps: EndpointsDeps, rules: Rules) =>
  defineRoute({
    ...write,
    method: 'POST',
    path: LIST,
    operationId: 'createWebhookEndpoint',
    summary: 'Create a webhook endpoint; its secret is shown only now',
    body: z.object({
      url: urlField(rules),
      event_types: eventTypesField.default(['*']),
      account_id: filterField('account'),
    }),
    replies: { 201: withSecretSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'conflict'],
    async handle(request) {
      const { url, event_types: eventTypes, account_id: accountId } = request.body;
      const asked = { url, eventTypes, accountId };
      const key = idempotencyKeyOf(`POST ${LIST}`, request, asked);
      return createEndpoint(deps, request.caller, asked, key);
    },
  });

const getRoute = (deps: EndpointsDeps) =>
  defineRoute({
    ...read,
    method: 'GET',
    path: ONE,
    operationId: 'getWebhookEndpoint',
    summary: 'Get a webhook endpoint, without its secret',
    params: oneParams,
    replies: { 200: webhookEndpointSchema },
    errors: oneErrors,
    handle: async ({ params, caller }) => ({
      status: 200,
      body: await getEndpoint(deps, caller, params.webhook_endpoint_id),
    }),
  });

const updateRoute = (deps: EndpointsDeps, rules: Rules) =>
  defineRoute({
    ...write,
    method: 'PATCH',
    path: ONE,
    operationId: 'updateWebhookEndpoint',
    summary: 'Change where a webhook endpoint is and what it is told of, or switch it on or off',
    params: oneParams,
    body: z.object({
      url: urlField(rules).optional(),
      event_types: eventTypesField.optional(),
      status: statusField.optional(),
    }),
    isBodyOptional: true,
    replies: { 200: webhookEndpointSchema },
    errors: ['invalid_request', ...oneErrors],
    handle(request) {
      const { params, body, caller } = request;
      const { url, event_types: eventTypes, status } = body;
      const change = { url, eventTypes, status };
      const key = idempotencyKeyOf(`PATCH ${ONE}`, request, [params, change]);
      return updateEndpoint(deps, caller, params.webhook_endpoint_id, { ...change, key });
    },
  });

const deleteRoute = (deps: EndpointsDeps) =>
  defineRoute({
    ...write,
    method: 'DELETE',
    path: ONE,
    operationId: 'deleteWebhookEndpoint',
    summary: 'Delete a webhook endpoint with its deliveries',
    params: oneParams,
    replies: { 200: z.object({ id: z.string(), message: z.string() }) },
    errors: oneErrors,
    handle(request) {
      const key = idempotencyKeyOf(`DELETE ${ONE}`, request, request.params);
      return deleteEndpoint(deps, request.caller, request.params.webhook_endpoint_id, key);
    },
  });

const rotateRoute = (deps: EndpointsDeps) =>
  defineRoute({
    ...write,
    method: 'POST',
    path: `${ONE}/rotate`,
    operationId: 'rotateWebhookEndpoint',
    summary: 'Give a webhook endpoint a new secret; for 24 hours the old one signs as well',
    params: oneParams,
    replies: { 200: withSecretSchema },
    errors: oneErrors,
    handle(request) {
      const key = idempotencyKeyOf(`POST ${ONE}/rotate`, request, request.params);
      return rotateSecret(deps, request.caller, request.params.webhook_endpoint_id, key);
    },
  });
