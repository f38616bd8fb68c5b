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
          'Signs what is sent there: `whsec_` and the base64 of 32 bytes. Shown once; left out where the answer is that of an earlier request with the same `Idempotency-Key`.',
        examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
      }),
  })
  .meta({
    id: 'WebhookEndpointWithSecret',
    description: 'An endpoint with the secret that signs what is sent there.',
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
    summary: 'List webhook endpoints, newest first',
    description: 'Endpoints of the account, without their secrets.',
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
    summary: 'Create a webhook endpoint; its secret is shown only now',
    description:
      'Has events of the account sent to an address from now on, each signed with the `secret` of this answer (Standard Webhooks 1.0), which is shown only now. What happened before is sent by `POST …/replay`.',
    body: z
      .object({
        url: urlField(rules),
        event_types: eventTypesField.default(['*']),
        account_id: filterField('account').meta({
          description:
            'Account (`acc_…`) whose events are sent, for administrators: otherwise that of the token.',
        }),
      })
      .meta({ id: 'NewWebhookEndpoint', description: 'Where events are to be sent, and which.' }),
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
    description: 'An endpoint and how it is: whether it is enabled, and since when it fails.',
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
    description:
      'Changes what is named and leaves the rest. Enabled again, it is sent what is still pending; what happened while it was disabled is sent by `POST …/replay`.',
    params: oneParams,
    body: z
      .object({
        url: urlField(rules).optional(),
        event_types: eventTypesField.optional(),
        status: statusField.optional(),
      })
      .meta({ id: 'WebhookEndpointUpdate', description: 'What is to change of an endpoint.' }),
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
    description: 'Nothing is sent there any more, and its deliveries are forgotten.',
    params: oneParams,
    replies: {
      200: z
        .object({
          id: ownId('webhookEndpoint', 'endpoint'),
          message: z.string().describe('What was done, for people.'),
        })
        .meta({ id: 'DeletedWebhookEndpoint', description: 'That an endpoint is gone.' }),
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
    summary: 'Give a webhook endpoint a new secret; for 24 hours the old one signs as well',
    description:
      'Answers with a new `secret`, shown only now. For 24 hours deliveries carry a signature by each of the two, so that a receiver can change over without losing any.',
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
    summary: 'Be told at once of a failing webhook endpoint of a test account',
    description:
      'What happens once nothing has arrived there for an hour, without the wait: `webhook_endpoint.failing` is told, by mail and to the other endpoints. For test accounts alone: `400` for a live one. `409` while nothing has failed since the last success, and where it was told already.',
    params: oneParams,
    replies: { 200: webhookEndpointSchema },
    errors: ['invalid_request', ...oneErrors, 'conflict'],
    handle(request) {
      const key = idempotencyKeyOf(`POST ${ONE}/mark_failing`, request, request.params);
      const { requestId, params } = request;
      return markFailing(deps, request.caller, params.webhook_endpoint_id, { key, requestId });
    },
  });
