import { defineRoute, idempotencyKeyOf, idParams } from '@florin/http-api';
import { z } from 'zod';
import type { Operations } from '../operations/operations.ts';
import { REVOKING_TIMEOUT_MS } from './rules.ts';

export const revokeApiKeyRoute = ({ revokeApiKey }: Operations) =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/api_keys/{api_key_id}',
    summary: 'Revoke an API key at once and for good',
    token: 'session',
    timeoutMs: REVOKING_TIMEOUT_MS,
    takesIdempotencyKey: true,
    params: idParams({ api_key_id: 'apiKey' }),
    replies: { 200: z.object({ id: z.string(), message: z.string() }) },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    handle(request) {
      const { params, caller, requestId, idempotencyKey } = request;
      const key = idempotencyKeyOf('DELETE /v1/api_keys/{api_key_id}', request, params);
      return revokeApiKey(caller, params.api_key_id, { requestId, idempotencyKey }, key);
    },
  });
