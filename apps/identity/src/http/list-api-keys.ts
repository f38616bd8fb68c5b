import { apiKeySchema } from '@florin/contracts';
import { cursorFields, defineRoute, filterField, listReply, oneCursor } from '@florin/http-api';
import { z } from 'zod';
import { toApiKeyResource } from '../domain/api-key.ts';
import type { Operations } from '../operations/operations.ts';
import { toListBody, toListRequest } from './list-page.ts';

export const listApiKeysRoute = ({ listApiKeys }: Operations) =>
  defineRoute({
    method: 'GET',
    path: '/v1/api_keys',
    summary: 'List the API keys of your account, or of all for admins, newest first',
    token: 'session',
    query: z
      .object({ ...cursorFields('apiKey'), account_id: filterField('account') })
      .refine(...oneCursor),
    replies: { 200: listReply(apiKeySchema) },
    errors: ['invalid_request', 'unauthorized', 'forbidden'],
    async handle({ query, caller }) {
      const request = { ...toListRequest(query), accountId: query.account_id };
      const page = await listApiKeys(caller, request);
      return { status: 200, body: toListBody(page, toApiKeyResource) };
    },
  });
