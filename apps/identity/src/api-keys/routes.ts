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
import { commandOf, REVOKING_TIMEOUT_MS } from '../requests.ts';
import { scopesHeldBy } from './grant-model.ts';
import { toApiKeyResource } from './model.ts';
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
  .min(1, 'must name at least one scope; leave it out for all')
  .meta({
    description: 'What the key may do: an area and how far, `read` or `write`, each by itself.',
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
        'What a program sends as `Authorization: Bearer …`. Shown once; left out where the answer is that of an earlier request with the same `Idempotency-Key`.',
      ),
  })
  .meta({
    id: 'ApiKeyWithSecret',
    description: 'An API key with its secret, which is shown once.',
  });

const createApiKeyRoute = (deps: Deps) =>
  defineRoute({
    method: 'POST',
    path: '/v1/api_keys',
    operationId: 'createApiKey',
    summary: 'Create an API key for your account; its secret is shown only now',
    description:
      'Makes a key by which a program acts for your account, as far as its scopes reach. Its `secret` is in this answer and never shown again. For the owner, account admins, developers and API keys. A key makes no key with a scope that it lacks, or that is valid for longer. A person with a second factor must have shown it lately.',
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
            'What the key may do; left out or null: all scopes of your role, or of the API key that makes it.',
          ),
        expires_at: instantField('to')
          .refine((at) => at <= LAST_MS, 'must be before the year 10000')
          .nullish()
          .meta({
            description:
              'When it ends: ISO 8601 with offset, or a date, whose end in UTC counts. Left out or null: never, or with the API key that makes it.',
            examples: ['2027-12-31T23:59:59Z'],
          }),
      })
      .meta({ id: 'NewApiKey', description: 'An API key to make, and what it may do.' }),
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
    summary: 'List the API keys of your account, or of all for admins, newest first',
    description: 'Keys that are not revoked, without their secrets.',
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
    summary: 'Get an API key of your account, without its secret',
    description: 'A key with what it may do, when it ends and when it was last used.',
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
      'Changes the name by which people tell keys apart. Secret, scopes and expiry stay: make another key to change these.',
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
    summary: 'Give an API key a new secret; the old one goes on for overlap_seconds',
    description:
      'Answers with a new `secret`, shown only now. The old one is good for `overlap_seconds` more, so that programs can change over one by one; with 0, the usual, it is refused from this answer on. An API key rotates itself, and keys with no more scopes than its own that are not valid for longer.',
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
          .describe('For how many seconds the old secret is good still: up to a week.'),
      })
      .meta({ id: 'ApiKeyRotation', description: 'How a key is given another secret.' }),
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
    description: 'From this answer on no gateway accepts the key. `api_key.revoked` is told.',
    token: 'session_or_key',
    keyScope: 'api_keys:write',
    timeoutMs: REVOKING_TIMEOUT_MS,
    takesIdempotencyKey: true,
    params,
    replies: {
      200: z
        .object({
          id: ownId('apiKey', 'key'),
          message: z.string().describe('What was done, for people.'),
        })
        .meta({ id: 'RevokedApiKey', description: 'That a key is revoked.' }),
    },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    handle(request) {
      const command = commandOf('DELETE /v1/api_keys/{api_key_id}', request, request.params);
      return revokeApiKey(deps, { ...command, keyId: request.params.api_key_id });
    },
  });
