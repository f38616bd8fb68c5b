import { apiKeySchema } from '@florin/contracts';
import { defineRoute, idParams } from '@florin/http-api';
import { toApiKeyResource } from '../domain/api-key.ts';
import type { Operations } from '../operations/operations.ts';

export const getApiKeyRoute = ({ getApiKey }: Operations) =>
  defineRoute({
    method: 'GET',
    path: '/v1/api_keys/{api_key_id}',
    summary: 'Get an API key of your account, without its secret',
    token: 'session',
    params: idParams({ api_key_id: 'apiKey' }),
    replies: { 200: apiKeySchema },
    errors: ['unauthorized', 'forbidden', 'not_found'],
    async handle({ params, caller }) {
      return { status: 200, body: toApiKeyResource(await getApiKey(caller, params.api_key_id)) };
    },
  });
