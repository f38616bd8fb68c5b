import { apiKeySchema, type Scope, scopes } from '@florin/contracts';
import { ownId } from '@florin/contracts/members';
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
import { toApiKeyResource } from '../domain/api-key.ts';
import { scopesHeldBy } from '../domain/grant.ts';
import { commandOf, REVOKING_TIMEOUT_MS } from '../requests.ts';
import { createApiKey, revokeApiKey, rotateApiKey } from './operations.ts';
import { getApiKey, listApiKeys } from './read.ts';
import { renameApiKey } from './rename.ts';

const params = idParams({ api_key_id: 'apiKey' });

/** Routes in the order of the OpenAPI document. */
export const apiKeyRoutes = (deps: Deps): readonly Route[] => [
  createApiKeyRoute(deps),
  listApiKeysRoute(deps),
  getApiKeyRoute(deps),
  renameApiKeyRoute(deps),
  rotateApiKeyRoute(deps),
  revokeApiKeyRoute(deps),
];

/** Later years have more than four digits. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

const scopesField = z
  .array(z.enum(scopes), {
    error: 'must be a list of scopes',
  })
  .min(1, 'must name at least one scope; omit it for all scopes')
  .meta({
    description: 'Scopes of the key: an area with `read` or `write`, each granted separately.',
    examples: [['payments:read', 'payments:write']],
  })
  .transform((given): readonly Scope[] => scopes.filter((scope) => given.includes(scope)));

/** Only the first reply contains the secret. */
const keyWithSecretSchema = apiKeySchema
  .extend({
    secret: z
      .string()
      .optional()
      .describe(
        'Secret that a program sends as `Authorization: Bearer …`. Returned only once; absent if the response repeats an earlier request with the same `Idempotency-Key`.',
      ),
  })
  .meta({
    id: 'ApiKeyWithSecret',
    description: 'An API key with its secret, which is returned only once.',
  });

const createApiKeyRoute = (deps: Deps) =>
  defineRoute({
    method: 'POST',
    path: '/v1/api_keys',
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description:
      'Creates a key with which a program acts for your account, within its scopes. The `secret` is returned only once. For owners, account admins, developers and API keys. A key cannot create a key with scopes that it lacks or that is valid longer. Users with a second factor must have confirmed it recently.',
    token: 'session_or_key',
    keyScope: 'api_keys:write',
    needsFresh: true,
    takesIdempotencyKey: true,
    body: z
      .object({
        name: nameField,
        scopes: scopesField
          .nullish()
          .describe(
            'Scopes of the key. Omitted or null: all scopes of your role, or of the API key that creates it.',
          ),
        expires_at: instantField('to')
          .refine((at) => at <= LAST_MS, 'must be before the year 10000')
          .nullish()
          .meta({
            description:
              'Expiry: ISO 8601 with offset, or a date, which counts until its end in UTC. Omitted or null: never, or with the API key that creates it.',
            examples: ['2027-12-31T23:59:59Z'],
          }),
      })
      .meta({ id: 'NewApiKey', description: 'An API key to create.' }),
    replies: { 201: keyWithSecretSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle(request) {
      const { body, caller } = request;
      const expiresAt = body.expires_at == null ? null : new Date(body.expires_at);
      const content = { name: body.name, scopes: body.scopes ?? scopesHeldBy(caller), expiresAt };
      const command = commandOf('POST /v1/api_keys', request, content);
      return createApiKey(deps, { ...command, ...content });
    },
  });

const listApiKeysRoute = (deps: Deps) =>
  defineRoute({
    method: 'GET',
    path: '/v1/api_keys',
    operationId: 'listApiKeys',
    summary: 'List API keys',
    description:
      'Keys of your account that are not revoked, newest first, without their secrets. Administrators get the keys of all accounts.',
    token: 'session_or_key',
    keyScope: 'api_keys:read',
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
    summary: 'Retrieve an API key',
    description: 'A key with its scopes, expiry and time of last use, without its secret.',
    token: 'session_or_key',
    keyScope: 'api_keys:read',
    params,
    replies: { 200: apiKeySchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params: { api_key_id: keyId }, caller }) {
      return { status: 200, body: toApiKeyResource(await getApiKey(deps, { caller, keyId })) };
    },
  });

const renameApiKeyRoute = (deps: Deps) =>
  defineRoute({
    method: 'PATCH',
    path: '/v1/api_keys/{api_key_id}',
    operationId: 'updateApiKey',
    summary: 'Rename an API key',
    description:
      'Changes the name of the key. Secret, scopes and expiry cannot change: create another key instead.',
    token: 'session_or_key',
    keyScope: 'api_keys:write',
    takesIdempotencyKey: true,
    params,
    body: z
      .object({ name: nameField })
      .meta({ id: 'ApiKeyUpdate', description: 'The new name of a key.' }),
    replies: { 200: apiKeySchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found'],
    handle(request) {
      const { params, body } = request;
      const content = { ...params, ...body };
      const command = commandOf('PATCH /v1/api_keys/{api_key_id}', request, content);
      return renameApiKey(deps, { ...command, keyId: params.api_key_id, name: body.name });
    },
  });

const OVERLAP_SECONDS_MAX = 604_800;

const rotateApiKeyRoute = (deps: Deps) =>
  defineRoute({
    method: 'POST',
    path: '/v1/api_keys/{api_key_id}/rotate',
    operationId: 'rotateApiKey',
    summary: 'Rotate the secret of an API key',
    description:
      'Returns a new `secret`, only once. The old one stays valid for `overlap_seconds`, so that programs can switch one by one; with 0, the default, it is refused at once. An API key can rotate itself, and keys with no more scopes that are not valid longer.',
    token: 'session_or_key',
    keyScope: 'api_keys:write',
    needsFresh: true,
    timeoutMs: REVOKING_TIMEOUT_MS,
    takesIdempotencyKey: true,
    params,
    body: z
      .object({
        overlap_seconds: integerField(0, OVERLAP_SECONDS_MAX, 'a whole number of seconds')
          .default(0)
          .describe('Seconds that the old secret stays valid: at most one week.'),
      })
      .meta({ id: 'ApiKeyRotation', description: 'Options of a rotation.' }),
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
    summary: 'Revoke an API key',
    description:
      'Permanent. Once the response is sent, no gateway accepts the key. Publishes `api_key.revoked`.',
    token: 'session_or_key',
    keyScope: 'api_keys:write',
    timeoutMs: REVOKING_TIMEOUT_MS,
    takesIdempotencyKey: true,
    params,
    replies: {
      200: z
        .object({
          id: ownId('apiKey', 'key'),
          message: z.string().describe('Human-readable result.'),
        })
        .meta({ id: 'RevokedApiKey', description: 'A revoked API key.' }),
    },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    handle(request) {
      const command = commandOf('DELETE /v1/api_keys/{api_key_id}', request, request.params);
      return revokeApiKey(deps, { ...command, keyId: request.params.api_key_id });
    },
  });
