import { apiKeySchema, type Scope, scopes } from '@florin/contracts';
import { defineRoute, idempotencyKeyOf, instantField, nameField } from '@florin/http-api';
import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';

/** Beyond it a year no longer has four digits. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

const scopesField = z
  .array(z.enum(scopes), {
    error: 'must be a list of scopes',
  })
  .min(1, 'must name at least one scope; leave it out for all')
  .transform((given): readonly Scope[] => scopes.filter((scope) => given.includes(scope)));

/** The secret is in the first reply only. */
export const keyWithSecretSchema = apiKeySchema.extend({
  secret: z.string().optional().meta({ description: 'Shown once; left out of a replay.' }),
});

export const createApiKeyRoute = ({ createApiKey }: Operations) =>
  defineRoute({
    method: 'POST',
    path: '/v1/api_keys',
    summary: 'Create an API key for your account; its secret is shown only now',
    token: 'session',
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
      const { body, caller, requestId, idempotencyKey } = request;
      const expiresAt = body.expires_at == null ? null : new Date(body.expires_at);
      const wish = { name: body.name, scopes: body.scopes ?? scopes, expiresAt };
      const key = idempotencyKeyOf('POST /v1/api_keys', request, wish);
      return createApiKey(caller, wish, { requestId, idempotencyKey }, key);
    },
  });
