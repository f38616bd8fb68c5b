import { type ErrorCode, webhookEndpointSchema } from '@florin/contracts';
import { ownId } from '@florin/contracts/members';
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
import { eventTypesField, failingField, type Rules, statusField, urlField } from './fields.ts';
import {
  createEndpoint,
  deleteEndpoint,
  type EndpointsDeps,
  getEndpoint,
  listEndpoints,
  markFailing,
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

/** Only the first reply contains the secret. */
const withSecretSchema = webhookEndpointSchema
  .extend({
    secret: z
      .string()
      .optional()
      .meta({
        description:
          'Secret that signs deliveries: `whsec_` and the base64 of 32 bytes. Returned only once; absent if the response repeats an earlier request with the same `Idempotency-Key`.',
        examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
      }),
  })
  .meta({
    id: 'WebhookEndpointWithSecret',
    description: 'A webhook endpoint with its signing secret.',
  });

export function endpointRoutes(deps: EndpointsDeps, rules: Rules): readonly Route[] {
  return [
    listRoute(deps),
    createRoute(deps, rules),
    getRoute(deps),
    updateRoute(deps, rules),
    deleteRoute(deps),
    rotateRoute(deps),
    markFailingRoute(deps),
  ];
}

const listRoute = (deps: EndpointsDeps) =>
  defineRoute({
    ...read,
    method: 'GET',
    path: LIST,
    operationId: 'listWebhookEndpoints',
    summary: 'List webhook endpoints',
    description: 'Webhook endpoints of the account, without their secrets.',
    query: z
      .object({
        ...cursorFields('webhookEndpoint'),
        status: statusField.optional(),
        failing: failingField,
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
        failing: query.failing,
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
    summary: 'Create a webhook endpoint',
    description:
      'Sends events of the account to a URL from now on, each signed with the returned `secret` (Standard Webhooks 1.0). The secret is returned only once. `POST …/replay` sends earlier events.',
    body: z
      .object({
        url: urlField(rules),
        event_types: eventTypesField.default(['*']),
        account_id: filterField('account').meta({
          description:
            "Account (`acc_…`) whose events are sent. For administrators; default: the token's account.",
        }),
      })
      .meta({ id: 'NewWebhookEndpoint', description: 'A webhook endpoint to create.' }),
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
    summary: 'Retrieve a webhook endpoint',
    description:
      'A webhook endpoint with its status and, if it fails, since when. The secret is not included.',
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
    summary: 'Update a webhook endpoint',
    description:
      'Changes the fields that are sent. After the endpoint is enabled again, pending deliveries resume; `POST …/replay` sends events that happened while it was disabled.',
    params: oneParams,
    body: z
      .object({
        url: urlField(rules).optional(),
        event_types: eventTypesField.optional(),
        status: statusField.optional(),
      })
      .meta({ id: 'WebhookEndpointUpdate', description: 'Changes to a webhook endpoint.' }),
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
    summary: 'Delete a webhook endpoint',
    description: 'Stops all deliveries to the endpoint and deletes them.',
    params: oneParams,
    replies: {
      200: z
        .object({
          id: ownId('webhookEndpoint', 'endpoint'),
          message: z.string().describe('Human-readable result.'),
        })
        .meta({ id: 'DeletedWebhookEndpoint', description: 'A deleted webhook endpoint.' }),
    },
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
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Returns a new `secret`, only once. For 24 hours deliveries carry a signature with each of the two secrets, so that the receiver can switch without losing events.',
    params: oneParams,
    replies: { 200: withSecretSchema },
    errors: oneErrors,
    handle(request) {
      const key = idempotencyKeyOf(`POST ${ONE}/rotate`, request, request.params);
      return rotateSecret(deps, request.caller, request.params.webhook_endpoint_id, key);
    },
  });

const markFailingRoute = (deps: EndpointsDeps) =>
  defineRoute({
    ...write,
    method: 'POST',
    path: `${ONE}/mark_failing`,
    operationId: 'markWebhookEndpointFailing',
    summary: 'Mark a failing webhook endpoint of a test account at once',
    description:
      'Does now what normally happens after an hour of failed deliveries: publishes `webhook_endpoint.failing`, by mail and to other endpoints. Test accounts only: `400` for a live account. `409` if no delivery failed since the last success, or the endpoint is already marked.',
    params: oneParams,
    replies: { 200: webhookEndpointSchema },
    errors: ['invalid_request', ...oneErrors, 'conflict'],
    handle(request) {
      const key = idempotencyKeyOf(`POST ${ONE}/mark_failing`, request, request.params);
      const { requestId, params } = request;
      return markFailing(deps, request.caller, params.webhook_endpoint_id, { key, requestId });
    },
  });
