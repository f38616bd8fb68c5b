import { apiKeySchema, roleScopes, type Scope, scopes } from '@florin/contracts';
import {
  accountFields,
  cursorFields,
  defineRoute,
  idParams,
  instantField,
  integerField,
  listBody,
  listReply,
  nameField,
  oneCursor,
  pageOf,
  type Route,
} from '@florin/http-api';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { commandOf, REVOKING_TIMEOUT_MS } from '../requests.ts';
import { toApiKeyResource } from './model.ts';
import { createApiKey, revokeApiKey, rotateApiKey } from './operations.ts';
import { getApiKey, listApiKeys } from './read.ts';

const params = idParams({ api_key_id: 'apiKey' });

/** In the order of the document. */
export const apiKeyRoutes = (deps: Deps): readonly Route[] => [
  createApiKeyRoute(deps),
  listApiKeysRoute(deps),
  getApiKeyRoute(deps),
  rotateApiKeyRoute(deps),
  revokeApiKeyRoute(deps),
];

/** Beyond it a year no longer has four digits. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

const scopesField = z
  .array(z.enum(scopes), {
    error: 'must be a list of scopes',
  })
  .min(1, 'must name at least one scope; leave it out for all')
  .transform((given): readonly Scope[] => scopes.filter((scope) => given.includes(scope)));

/** The secret is in the first reply only. */
const keyWithSecretSchema = apiKeySchema.extend({
  secret: z.string().optional().meta({ description: 'Shown once; left out of a replay.' }),
});

const createApiKeyRoute = (deps: Deps) =>
  defineRoute({
    method: 'POST',
    path: '/v1/api_keys',
    operationId: 'createApiKey',
    summary: 'Create an API key for your account; its secret is shown only now',
    token: 'session',
    needsFresh: true,
    takesIdempotencyKey: true,
    body: z.object({
      name: nameField,
      scopes: scopesField.nullish(),
      expires_at: instantField('to')
        .refine((at) => at <= LAST_MS, 'must be before the year 10000')
        .nullish(),
    }),
    replies: { 201: keyWithSecretSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle(request) {
      const { body, caller } = request;
      const expiresAt = body.expires_at == null ? null : new Date(body.expires_at);
      const own = caller.role === null ? scopes : roleScopes[caller.role];
      const content = { name: body.name, scopes: body.scopes ?? own, expiresAt };
      const command = commandOf('POST /v1/api_keys', request, content);
      return createApiKey(deps, { ...command, ...content });
    },
  });

const listApiKeysRoute = (deps: Deps) =>
  defineRoute({
    method: 'GET',
    path: '/v1/api_keys',
    operationId: 'listApiKeys',
    summary: 'List the API keys of your account, or of all for admins, newest first',
    token: 'session',
    query: z.object({ ...cursorFields('apiKey'), ...accountFields }).refine(...oneCursor),
    replies: { 200: listReply(apiKeySchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const accountId = query.account_id;
      const page = await listApiKeys(deps, { caller, accountId, ...pageOf(query) });
      return { status: 200, body: listBody(page, toApiKeyResource) };
    },
  });

const getApiKeyRoute = (deps: Deps) =>
  defineRoute({
    method: 'GET',
    path: '/v1/api_keys/{api_key_id}',
    operationId: 'getApiKey',
    summary: 'Get an API key of your account, without its secret',
    token: 'session',
    params,
    replies: { 200: apiKeySchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params: { api_key_id: keyId }, caller }) {
      return { status: 200, body: toApiKeyResource(await getApiKey(deps, { caller, keyId })) };
    },
  });

const OVERLAP_SECONDS_MAX = 604_800;

const rotateApiKeyRoute = (deps: Deps) =>
  defineRoute({
    method: 'POST',
    path: '/v1/api_keys/{api_key_id}/rotate',
    operationId: 'rotateApiKey',
    summary: 'Give an API key a new secret; the old one goes on for overlap_seconds',
    token: 'session',
    needsFresh: true,
    timeoutMs: REVOKING_TIMEOUT_MS,
    takesIdempotencyKey: true,
    params,
    body: z.object({
      overlap_seconds: integerField(0, OVERLAP_SECONDS_MAX, 'a whole number of seconds').default(0),
    }),
    isBodyOptional: true,
    replies: { 200: keyWithSecretSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'conflict'],
    async handle(request) {
      const content = {
        keyId: request.params.api_key_id,
        overlapSeconds: request.body.overlap_seconds,
      };
      const command = commandOf('POST /v1/api_keys/{api_key_id}/rotate', request, content);
      return rotateApiKey(deps, { ...command, ...content });
    },
  });

const revokeApiKeyRoute = (deps: Deps) =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/api_keys/{api_key_id}',
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key at once and for good',
    token: 'session',
    timeoutMs: REVOKING_TIMEOUT_MS,
    takesIdempotencyKey: true,
    params,
    replies: { 200: z.object({ id: z.string(), message: z.string() }) },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    handle(request) {
      const command = commandOf('DELETE /v1/api_keys/{api_key_id}', request, request.params);
      return revokeApiKey(deps, { ...command, keyId: request.params.api_key_id });
    },
  });
