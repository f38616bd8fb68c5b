import { defineRoute, idempotencyKeyOf, idParams, integerField } from '@florin/http-api';
import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import { keyWithSecretSchema } from './create-api-key.ts';
import { REVOKING_TIMEOUT_MS } from './rules.ts';

const OVERLAP_SECONDS_MAX = 604_800;

export const rotateApiKeyRoute = ({ rotateApiKey }: Operations) =>
  defineRoute({
    method: 'POST',
    path: '/v1/api_keys/{api_key_id}/rotate',
    summary: 'Give an API key a new secret; the old one goes on for overlap_seconds',
    token: 'session',
    timeoutMs: REVOKING_TIMEOUT_MS,
    takesIdempotencyKey: true,
    params: idParams({ api_key_id: 'apiKey' }),
    body: z.object({
      overlap_seconds: integerField(0, OVERLAP_SECONDS_MAX, 'a whole number of seconds').default(0),
    }),
    isBodyOptional: true,
    replies: { 200: keyWithSecretSchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'conflict'],
    async handle(request) {
      const { params, body, caller, requestId, idempotencyKey } = request;
      const wish = { keyId: params.api_key_id, overlapSeconds: body.overlap_seconds };
      const key = idempotencyKeyOf('POST /v1/api_keys/{api_key_id}/rotate', request, wish);
      return rotateApiKey(caller, wish, { requestId, idempotencyKey }, key);
    },
  });
